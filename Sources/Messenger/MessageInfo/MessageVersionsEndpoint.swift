import Engine
import MatrixAPI
import MatrixClient
import Storage

/// Requests all edits of a message from the homeserver and stores them.
@MainActor
final class MessageVersionsEndpoint {
    private nonisolated static let pageSize = 100
    /// The most pages of edits that are requested for a message.
    private nonisolated static let maxPages = 20

    private let parts: EndpointParts
    private var underWay: Set<String> = []

    init(_ parts: EndpointParts) { self.parts = parts }

    func fetch(of eventID: String, chatID: String) {
        guard underWay.insert(eventID).inserted else { return }
        parts.tasks.run { [parts] in
            let event: MessageInfoEvent
            do {
                let events = try await Self.edits(of: eventID, chatID: chatID, parts.client)
                let opened = try await parts.encryption?.open([(chatID, events)]) ?? DecryptedEvents()
                let edits = events.map { opened.message(from: $0, chatID: chatID) }
                let applied = try await parts.database.messages.saveEdits(edits, of: eventID, chatID: chatID)
                let story = try await parts.database.messages.storyAside(of: eventID, chatID: chatID)
                event = .wordingsCame(chatID: chatID, eventID: eventID, applied, story)
            } catch let error as MatrixClientError {
                event = .failed(eventID: eventID, .server(error))
            } catch {
                event = .failed(eventID: eventID, FailureReason(storing: error))
            }
            await self.finish(eventID)
            await parts.queue.post(event)
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
