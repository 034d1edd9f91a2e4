import Engine
import MatrixClient

/// Sends typing notices (client-server API, "Typing Notifications"), and shares the keys that others need to read
/// the next message.
@MainActor
final class TypingNoticeEndpoint {
    /// The timeout of a notice on the server, in milliseconds.
    private static let timeout: Int64 = 20_000
    /// The interval for renewing a notice while the user types, in milliseconds.
    private static let renewal: Int64 = 10_000

    private let parts: EndpointParts
    private let isOnline: () -> Bool
    private var toldAt: [String: Int64] = [:]
    /// The number of edits in each chat. If it is unchanged when the timer fires, the user has paused.
    private var edits: [String: Int] = [:]
    /// The next notice of each chat. Requests are sent one after the other, so that the last one arrives last.
    private var wishes: [String: Bool] = [:]
    private var telling: Set<String> = []

    init(_ parts: EndpointParts, isOnline: @escaping () -> Bool) {
        self.parts = parts
        self.isOnline = isOnline
    }

    func edited(isEmpty: Bool, chatID: String) {
        guard !isEmpty else { return stopped(chatID: chatID) }
        let now = parts.environment.now()
        edits[chatID, default: 0] += 1
        if now - (toldAt[chatID] ?? 0) >= TypingNoticeEndpoint.renewal {
            toldAt[chatID] = now
            send(true, chatID: chatID)
            prepare(chatID: chatID)
        }
        let edit = edits[chatID]
        parts.environment.after(6_000) { [weak self] in
            guard let self, self.edits[chatID] == edit else { return }
            self.stopped(chatID: chatID)
        }
    }

    /// Shares the room keys. This is skipped without a connection, as sent lines would wait behind a request that gets
    /// no response.
    private func prepare(chatID: String) {
        guard let encryption = parts.encryption, isOnline() else { return }
        parts.tasks.run { await encryption.prepare(chatID: chatID) }
    }

    func stopped(chatID: String) {
        guard toldAt.removeValue(forKey: chatID) != nil else { return }
        send(false, chatID: chatID)
    }

    /// Sends a notice. It is not retried, since a lost notice expires anyway.
    private func send(_ isTyping: Bool, chatID: String) {
        wishes[chatID] = isTyping
        if telling.insert(chatID).inserted { sendNext(chatID: chatID) }
    }

    private func sendNext(chatID: String) {
        guard let wish = wishes.removeValue(forKey: chatID) else {
            telling.remove(chatID)
            return
        }
        parts.tasks.run { [weak self, parts] in
            try? await parts.client.setTyping(
                roomID: chatID, userID: parts.userID, isTyping: wish, timeoutMilliseconds: TypingNoticeEndpoint.timeout)
            await self?.sendNext(chatID: chatID)
        }
    }
}
