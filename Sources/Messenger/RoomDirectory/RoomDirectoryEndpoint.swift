import MatrixAPI
import MatrixClient

/// Requests room directories from servers, with a debounce while the user is typing.
@MainActor
final class RoomDirectoryEndpoint {
    /// The debounce delay after the last key, in milliseconds.
    private static let pause = 250
    private static let pageSize = 50

    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet
    private let last: Debouncer

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet, environment: SessionEnvironment) {
        self.client = client
        self.queue = queue
        self.tasks = tasks
        last = Debouncer(after: Self.pause, in: environment)
    }

    func search(_ query: RoomQuery) {
        last.schedule { [weak self] in self?.list(query) }
    }

    /// - Parameter since: the page token; `nil` for the first page.
    func list(_ query: RoomQuery, since: String? = nil) {
        last.cancel()
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
