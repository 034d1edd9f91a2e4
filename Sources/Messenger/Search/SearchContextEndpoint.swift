import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Storage

/// Loads the messages around a search result, from the disk or, for results of the server, from the server.
@MainActor
final class SearchContextEndpoint {
    private static let most = 24
    /// The debounce delay after a row is selected, in milliseconds.
    private static let pause = 300

    private let parts: EndpointParts
    private let last: Debouncer

    init(_ parts: EndpointParts) {
        self.parts = parts
        last = Debouncer(after: Self.pause, in: parts.environment)
    }

    /// Answers with ``SearchContextEvent/answered(_:)``, unless nothing is found or another row is selected
    /// before.
    func loadContext(around hit: SearchHit?) {
        last.cancel()
        guard let hit else { return }
        guard hit.isElsewhere else {
            return ask({ [parts] in try await parts.database.search.around(hit, limit: Self.most) }, of: hit)
        }
        last.schedule { [weak self, parts] in
            self?.ask(
                {
                    let context = try await parts.client.context(
                        roomID: hit.chatID, eventID: hit.message.eventID, limit: Self.most)
                    let events = context.before.reversed() + [context.event] + context.after
                    return try await parts.database.search.named(
                        events.map { MessageDecoder.message(from: $0) }.filter(\.isSaidThere).map { (hit.chatID, $0) })
                }, of: hit)
        }
    }

    private func ask(_ lines: @escaping @Sendable () async throws -> [SearchHit], of hit: SearchHit) {
        parts.tasks.run { [parts] in
            // The surroundings are optional, so an error is not shown.
            guard let lines = try? await lines(), !lines.isEmpty else { return }
            await parts.queue.post(SearchContextEvent.answered(SearchContext(hit: hit, lines: lines)))
        }
    }
}

extension Message {
    fileprivate var isSaidThere: Bool { kind.countsAsUnread && !isRemoved }
}
