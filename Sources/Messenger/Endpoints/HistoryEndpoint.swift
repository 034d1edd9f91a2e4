import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Asks the homeserver for messages that are missing and keeps them.
@MainActor
final class HistoryEndpoint {
    /// How many messages are asked for at a time.
    private static let pageSize = 100

    private let client: HomeserverClient
    private let messages: MessageStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private var filling: Set<TimelineGap> = []

    init(client: HomeserverClient, messages: MessageStore, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.messages = messages
        self.queue = queue
        self.tasks = tasks
    }

    /// Fetches a page before the gap's end. An empty page with an `end` is not the end of the past, so it goes on from there.
    func fill(_ gap: TimelineGap, chatID: String) {
        guard filling.insert(gap).inserted else { return }
        tasks.run { [client, messages, queue] in
            let event: HistoryEvent
            do {
                var page = try await client.messages(
                    roomID: chatID, from: gap.token, limit: HistoryEndpoint.pageSize)
                var asked = 1
                while page.chunk.isEmpty, let end = page.end, asked < 20 {
                    page = try await client.messages(roomID: chatID, from: end, limit: HistoryEndpoint.pageSize)
                    asked += 1
                }
                let decoded = page.chunk.compactMap(MessageDecoder.message(from:))
                let applied = try await messages.fillGap(
                    chatID: chatID, gap: gap, with: decoded, nextToken: page.end)
                event = .gapFilled(chatID: chatID, applied)
            } catch let error as MatrixClientError {
                event = .failed(chatID: chatID, gap: gap, reason: "Older messages: \(error.message)")
            } catch {
                event = .failed(chatID: chatID, gap: gap, reason: StorageProblem.text(error))
            }
            await self.finish(gap)
            await queue.post(event)
        }
    }

    private func finish(_ gap: TimelineGap) {
        filling.remove(gap)
    }
}
