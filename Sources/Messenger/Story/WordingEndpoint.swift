import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Asks the homeserver for all edits of a message and keeps them.
@MainActor
final class WordingEndpoint {
    private nonisolated static let pageSize = 100
    /// More edits of one message nobody reads.
    private nonisolated static let mostPages = 20

    private let client: HomeserverClient
    private let messages: MessageStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private var underWay: Set<String> = []

    init(client: HomeserverClient, messages: MessageStore, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.messages = messages
        self.queue = queue
        self.tasks = tasks
    }

    func fetch(of eventID: String, chatID: String) {
        guard underWay.insert(eventID).inserted else { return }
        tasks.run { [client, messages, queue] in
            let event: StoryEvent
            do {
                let edits = try await Self.edits(of: eventID, chatID: chatID, client)
                let applied = try await messages.keepEdits(edits, of: eventID, chatID: chatID)
                let story = try await messages.storyAside(of: eventID, chatID: chatID)
                event = .wordingsCame(chatID: chatID, eventID: eventID, applied, story)
            } catch let error as MatrixClientError {
                event = .failed(eventID: eventID, .server(error))
            } catch {
                event = .failed(eventID: eventID, FailureReason(storing: error))
            }
            await self.finish(eventID)
            await queue.post(event)
        }
    }

    private nonisolated static func edits(
        of eventID: String, chatID: String, _ client: HomeserverClient
    ) async throws -> [Message] {
        var edits: [Message] = []
        var token: String?
        for _ in 0..<mostPages {
            let page = try await client.relations(
                roomID: chatID, eventID: eventID, type: "m.replace", from: token, limit: pageSize)
            edits += page.chunk.map(MessageDecoder.message(from:))
            token = page.end
            if token == nil { break }
        }
        return edits
    }

    private func finish(_ eventID: String) { underWay.remove(eventID) }
}
