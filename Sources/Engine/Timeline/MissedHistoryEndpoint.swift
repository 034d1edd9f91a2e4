import Conversations
import MatrixClient
import Storage

/// Requests past messages of people who are no longer ignored, as the homeserver withholds messages of ignored
/// people. The pending requests are on disk, so that a later run continues them.
@MainActor
package final class MissedHistoryEndpoint {
    private let parts: EndpointParts
    private var isRunning = false
    private var isAskedAgain = false
    /// The pauses between retries, in milliseconds.
    private static let (pause, longestPause): (Int64, Int64) = (30_000, 3_600_000)

    package init(_ parts: EndpointParts) { self.parts = parts }

    /// Starts a run unless there is one; the running one also handles requests added meanwhile.
    package func run() {
        isAskedAgain = true
        guard !isRunning else { return }
        isRunning = true
        parts.tasks.run { await self.runAll() }
    }

    private func runAll() async {
        var pause = Self.pause
        while isAskedAgain, !Task.isCancelled {
            isAskedAgain = false
            do {
                try await fetchAll()
            } catch {
                isAskedAgain = true
                try? await parts.environment.clock.sleep(pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
        isRunning = false
    }

    /// Makes all pending requests, chat by chat and page by page.
    ///
    /// - Throws: a transient error, after the other chats had their turn.
    func fetchAll() async throws {
        let unheard = parts.database.unheard
        var failed: [String: any Error] = [:]
        while let part = try await unheard.parts().first(where: { failed[$0.chatID] == nil }), !Task.isCancelled {
            do {
                try await fetch(part)
            } catch let error as MatrixClientError where error.isFinal {
                try await unheard.discard(part)
            } catch {
                failed[part.chatID] = error
            }
        }
        if let error = failed.values.first { throw error }
    }

    private func fetch(_ part: MissedHistoryPart) async throws {
        let chatID = part.chatID
        // Starts at the last sync, as later messages come by a sync.
        let start = if let token = part.token { token } else { try await parts.database.sync.tokenAside() }
        let page = try await HistoryPage.page(from: start, chatID: chatID, parts.client)
        let opened = try await parts.encryption?.open([(chatID, page.events)]) ?? DecryptedEvents()
        let applied = try await parts.database.unheard.store(
            part, page.messages(opened, chatID: chatID), members: page.members, nextToken: page.nextToken)
        parts.queue.post(HistoryEvent.fetchedMissed(chatID: chatID, applied))
        if opened.hasSealed, let encryption = parts.encryption { Task { await encryption.lookAfterSealed() } }
    }
}

extension MatrixClientError {
    /// Whether the chat's history is permanently unavailable.
    fileprivate var isFinal: Bool {
        if case .matrix(_, let status, _) = self { !isTransient && [400, 403, 404].contains(status) } else { false }
    }
}
