import Conversations

/// What is new in threads, as far as this device knows.
@MainActor
final class ThreadModel {
    private var unread: [String: [UnreadThread]] = [:]
    /// Chats in the order in which something in them was found to be new.
    private var order: [String] = []
    /// The furthest place that was told to be read, by thread.
    private var told: [String: Int64] = [:]

    func setUnread(_ threads: [UnreadThread], chatID: String) {
        unread[chatID] = threads.isEmpty ? nil : threads
        order.removeAll { $0 == chatID && threads.isEmpty }
        if !threads.isEmpty, !order.contains(chatID) { order.append(chatID) }
    }

    func unread(chatID: String) -> [UnreadThread] { unread[chatID] ?? [] }

    /// The chats in which threads have something new, the one that waits longest first.
    var chatIDs: [String] { order }

    /// - Returns: whether it is further than what was told before.
    func tell(_ position: Int64, threadID: String) -> Bool {
        guard position > told[threadID] ?? .min else { return false }
        told[threadID] = position
        return true
    }
}
