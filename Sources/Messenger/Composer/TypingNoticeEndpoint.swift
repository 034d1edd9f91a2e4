import MatrixClient

/// Tells others that one types (client-server API, "Typing Notifications"), and gives them meanwhile what they will need to read it.
@MainActor
final class TypingNoticeEndpoint {
    /// How long a notice holds on the server, in milliseconds.
    private static let timeout: Int64 = 20_000
    /// After which time it is told again while one goes on.
    private static let renewal: Int64 = 10_000

    private let client: HomeserverClient
    private let encryption: EncryptionEndpoint?
    private let isOnline: () -> Bool
    private let userID: String
    private let tasks: TaskSet
    private let environment: SessionEnvironment
    private var toldAt: [String: Int64] = [:]
    /// Counts the edits of each chat, so that a pause is recognised by its edit being the last.
    private var edits: [String: Int] = [:]
    /// What is to be told next, by chat: one request after the other, or the last word would not be the last to arrive.
    private var wishes: [String: Bool] = [:]
    private var telling: Set<String> = []

    init(
        client: HomeserverClient, encryption: EncryptionEndpoint?, userID: String, tasks: TaskSet,
        environment: SessionEnvironment, isOnline: @escaping () -> Bool
    ) {
        self.client = client
        self.encryption = encryption
        self.userID = userID
        self.tasks = tasks
        self.environment = environment
        self.isOnline = isOnline
    }

    func edited(isEmpty: Bool, chatID: String) {
        guard !isEmpty else { return stopped(chatID: chatID) }
        let now = environment.now()
        edits[chatID, default: 0] += 1
        if now - (toldAt[chatID] ?? 0) >= TypingNoticeEndpoint.renewal {
            toldAt[chatID] = now
            tell(true, chatID: chatID)
            prepare(chatID: chatID)
        }
        let edit = edits[chatID]
        environment.after(6_000) { [weak self] in
            guard let self, self.edits[chatID] == edit else { return }
            self.stopped(chatID: chatID)
        }
    }

    /// Where the server can't be reached, lines would wait behind this for an answer that never comes.
    private func prepare(chatID: String) {
        guard let encryption, isOnline() else { return }
        tasks.run { await encryption.prepare(chatID: chatID) }
    }

    func stopped(chatID: String) {
        guard toldAt.removeValue(forKey: chatID) != nil else { return }
        tell(false, chatID: chatID)
    }

    /// Nobody misses a typing notice that was lost: it ends by itself.
    private func tell(_ isTyping: Bool, chatID: String) {
        wishes[chatID] = isTyping
        if telling.insert(chatID).inserted { tellNext(chatID: chatID) }
    }

    private func tellNext(chatID: String) {
        guard let wish = wishes.removeValue(forKey: chatID) else {
            telling.remove(chatID)
            return
        }
        tasks.run { [weak self, client, userID] in
            try? await client.setTyping(
                roomID: chatID, userID: userID, isTyping: wish, timeoutMilliseconds: TypingNoticeEndpoint.timeout)
            await self?.tellNext(chatID: chatID)
        }
    }
}
