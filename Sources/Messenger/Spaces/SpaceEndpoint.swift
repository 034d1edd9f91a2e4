import MatrixAPI
import MatrixClient

/// Requests the children of spaces from the homeserver.
@MainActor
final class SpaceEndpoint {
    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet

    /// The most pages that are requested; a longer list isn't readable.
    private nonisolated static let mostPages = 10

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.queue = queue
        self.tasks = tasks
    }

    /// Posts ``SpaceEvent/listed(spaceID:_:)`` or ``SpaceEvent/notListed(spaceID:_:isAsked:)``.
    func list(_ spaceID: String, isAsked: Bool) {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                var rooms: [RoomPreview] = []
                var token: String?
                for _ in 0..<SpaceEndpoint.mostPages {
                    let page = try await client.hierarchy(roomID: spaceID, from: token)
                    rooms += page.rooms
                    token = page.next
                    if token == nil { break }
                }
                await queue.post(SpaceEvent.listed(spaceID: spaceID, rooms))
            } catch {
                await queue.post(SpaceEvent.notListed(spaceID: spaceID, .server(error), isAsked: isAsked))
            }
        }
    }
}
