import MatrixAPI
import MatrixClient

/// Asks servers for the chats that they list, once one stops typing for a moment.
@MainActor
final class RoomDirectoryEndpoint {
    /// How long after the last key the server is asked, in milliseconds.
    private static let pause = 250
    private static let pageSize = 50

    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet
    private let last: LastQuestion

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet, environment: SessionEnvironment) {
        self.client = client
        self.queue = queue
        self.tasks = tasks
        last = LastQuestion(after: Self.pause, in: environment)
    }

    func search(_ query: RoomQuery) {
        last.ask { [weak self] in self?.list(query) }
    }

    /// - Parameter since: the page; `nil` for the first.
    func list(_ query: RoomQuery, since: String? = nil) {
        last.forget()
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                let page = try await client.publicRooms(
                    query.term, server: query.server, limit: Self.pageSize, since: since)
                await queue.post(RoomDirectoryEvent.listed(query, since: since, page))
            } catch {
                await queue.post(RoomDirectoryEvent.failed(query, .server(error)))
            }
        }
    }
}
