import Engine

/// Joins chats on the homeserver by their address.
@MainActor
final class JoinEndpoint {
    private let entrance: ChatJoiner
    private let parts: EndpointParts

    init(_ parts: EndpointParts) {
        self.parts = parts
        entrance = ChatJoiner(parts.client)
    }

    func join(_ address: RoomAddress, reason: String?, from origin: JoinOrigin) {
        parts.tasks.run { [entrance, parts] in
            do throws(JoinError) {
                let chatID = try await entrance.join(address, reason: reason)
                await parts.queue.post(JoinEvent.joined(chatID: chatID, address, from: origin))
            } catch {
                await parts.queue.post(JoinEvent.refused(address, from: origin, error))
            }
        }
    }

    func knock(_ address: RoomAddress, reason: String?, from origin: JoinOrigin) {
        parts.tasks.run { [entrance, parts] in
            do throws(JoinError) {
                try await entrance.knock(address, reason: reason)
                await parts.queue.post(JoinEvent.knocked(address, from: origin))
            } catch {
                await parts.queue.post(JoinEvent.refused(address, from: origin, error))
            }
        }
    }
}
