import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Looks at what was said around a message: on the disk, or at the server where that alone has it.
@MainActor
final class SearchSurroundingsEndpoint {
    private static let most = 24
    /// How long a row stays chosen until the server is asked, in milliseconds.
    private static let pause = 300

    private let client: HomeserverClient
    private let index: SearchIndex
    private let queue: EventQueue
    private let tasks: TaskSet
    private let environment: SessionEnvironment
    /// Counts the questions, so that only the last one is asked.
    private var count = 0

    init(
        client: HomeserverClient, index: SearchIndex, queue: EventQueue, tasks: TaskSet, environment: SessionEnvironment
    ) {
        self.client = client
        self.index = index
        self.queue = queue
        self.tasks = tasks
        self.environment = environment
    }

    /// Answers with ``SearchSurroundingsEvent/answered(_:)``, where there is anything and nothing else is asked before.
    func look(around hit: SearchHit?) {
        count += 1
        guard let hit else { return }
        let number = count
        guard hit.isElsewhere else {
            return ask({ [index] in try await index.around(hit, limit: Self.most) }, of: hit)
        }
        environment.after(Self.pause) { [weak self, client, index] in
            guard let self, count == number else { return }
            ask(
                {
                    let context = try await client.context(
                        roomID: hit.chatID, eventID: hit.message.eventID, limit: Self.most)
                    let events = context.before.reversed() + [context.event] + context.after
                    return try await index.named(
                        events.map { MessageDecoder.message(from: $0) }.filter(\.isSaidThere).map { (hit.chatID, $0) })
                }, of: hit)
        }
    }

    private func ask(_ lines: @escaping @Sendable () async throws -> [SearchHit], of hit: SearchHit) {
        tasks.run { [queue] in
            // It stands beside what was asked for: where it can't be had, nothing does.
            guard let lines = try? await lines(), !lines.isEmpty else { return }
            await queue.post(SearchSurroundingsEvent.answered(SearchSurroundings(hit: hit, lines: lines)))
        }
    }
}

extension Message {
    fileprivate var isSaidThere: Bool { kind.countsAsUnread && !isRemoved }
}
