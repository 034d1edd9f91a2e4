import MatrixClient

/// Joins chats on the homeserver by their address.
@MainActor
final class JoinEndpoint {
    private let entrance: ChatEntrance
    private let queue: EventQueue
    private let tasks: TaskSet

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet) {
        entrance = ChatEntrance(client)
        self.queue = queue
        self.tasks = tasks
    }

    func join(_ address: RoomAddress, reason: String?, from origin: JoinOrigin) {
        tasks.run { [entrance, queue] in
            do throws(JoinRefusal) {
                let chatID = try await entrance.join(address, reason: reason)
                await queue.post(JoinEvent.joined(chatID: chatID, address, from: origin))
            } catch {
                await queue.post(JoinEvent.refused(address, from: origin, error))
            }
        }
    }

    func knock(_ address: RoomAddress, reason: String?, from origin: JoinOrigin) {
        tasks.run { [entrance, queue] in
            do throws(JoinRefusal) {
                try await entrance.knock(address, reason: reason)
                await queue.post(JoinEvent.knocked(address, from: origin))
            } catch {
                await queue.post(JoinEvent.refused(address, from: origin, error))
            }
        }
    }
}
