import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Requests all edits of a message from the homeserver and stores them.
@MainActor
final class MessageVersionsEndpoint {
    private nonisolated static let pageSize = 100
    /// The most pages of edits that are requested for a message.
    private nonisolated static let maxPages = 20

    private let client: HomeserverClient
    private let messages: MessageStore
    private let encryption: EncryptionEndpoint?
    private let queue: EventQueue
    private let tasks: TaskSet
    private var underWay: Set<String> = []

    init(
        client: HomeserverClient, messages: MessageStore, encryption: EncryptionEndpoint?, queue: EventQueue,
        tasks: TaskSet
    ) {
        self.client = client
        self.messages = messages
        self.encryption = encryption
        self.queue = queue
        self.tasks = tasks
    }

    func fetch(of eventID: String, chatID: String) {
        guard underWay.insert(eventID).inserted else { return }
        tasks.run { [client, messages, encryption, queue] in
            let event: MessageInfoEvent
            do {
                let events = try await Self.edits(of: eventID, chatID: chatID, client)
                let opened = try await encryption?.open([(chatID, events)]) ?? DecryptedEvents()
                let edits = events.map { opened.message(from: $0, chatID: chatID) }
                let applied = try await messages.saveEdits(edits, of: eventID, chatID: chatID)
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
    ) async throws -> [MatrixEvent] {
        var edits: [MatrixEvent] = []
        var token: String?
        for _ in 0..<maxPages {
            let page = try await client.relations(
                roomID: chatID, eventID: eventID, type: "m.replace", from: token, limit: pageSize)
            edits += page.chunk
            token = page.end
            if token == nil { break }
        }
        return edits
    }

    private func finish(_ eventID: String) { underWay.remove(eventID) }
}
