import Engine
import MatrixClient

/// Requests room directories from servers, with a debounce while the user is typing.
@MainActor
final class RoomDirectoryEndpoint {
    /// The debounce delay after the last key, in milliseconds.
    private static let pause = 250
    private static let pageSize = 50

    private let parts: EndpointParts
    private let last: Debouncer

    init(_ parts: EndpointParts) {
        self.parts = parts
        last = Debouncer(after: Self.pause, in: parts.environment)
    }

    func search(_ query: RoomQuery) {
        last.schedule { [weak self] in self?.list(query) }
    }

    /// - Parameter since: the page token; `nil` for the first page.
    func list(_ query: RoomQuery, since: String? = nil) {
        last.cancel()
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                let page = try await parts.client.publicRooms(
                    query.term, server: query.server, limit: Self.pageSize, since: since)
                await parts.queue.post(RoomDirectoryEvent.listed(query, since: since, page))
            } catch {
                await parts.queue.post(RoomDirectoryEvent.failed(query, .server(error)))
            }
        }
    }
}
