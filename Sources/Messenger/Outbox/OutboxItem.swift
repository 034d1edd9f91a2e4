import Conversations

/// What waits for its turn to go to the homeserver.
enum OutboxItem: Hashable, Sendable {
    ///
    /// - hasFile: whether a file goes to the server first, which can take hours.
    case line(id: String, chatID: String, hasFile: Bool = false)
    /// How far the account has read; what is told is the furthest that is known when it goes.
    case receipt(PendingReceipt)

    init(_ line: OutboxLine) { self = .line(id: line.id, chatID: line.chatID, hasFile: line.file != nil) }

    /// Its own among all.
    var id: String {
        switch self {
        case .line(let id, _, _): id
        case .receipt(let receipt): "read \(receipt.chatID) \(receipt.eventID)"
        }
    }

    /// Items of one lane go one after the other. What was read doesn't wait for what is said.
    var lane: String {
        switch self {
        case .line(_, let chatID, _): chatID
        case .receipt(let receipt): "read \(receipt.chatID)"
        }
    }

    var isLine: Bool {
        if case .line = self { true } else { false }
    }

    var hasFile: Bool {
        if case .line(_, _, let hasFile) = self { hasFile } else { false }
    }
}
