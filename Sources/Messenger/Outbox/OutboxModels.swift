import Conversations

/// An item of the outbox that waits to be sent.
enum OutboxItem: Hashable, Sendable {
    ///
    /// - hasFile: whether a file is uploaded first, which can take hours.
    case line(id: String, chatID: String, hasFile: Bool = false)
    /// A read receipt. The latest known position is sent, not the one of the item.
    case receipt(PendingReceipt)

    init(_ line: OutboxLine) { self = .line(id: line.id, chatID: line.chatID, hasFile: line.file != nil) }

    /// The unique identifier of the item.
    var id: String {
        switch self {
        case .line(let id, _, _): id
        case .receipt(let receipt): "read \(receipt.chatID) \(receipt.eventID)"
        }
    }

    /// The lane of the item. Items of one lane are sent in order, and receipts don't wait for messages.
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

/// The delay before the next try.
struct OutboxRest: Hashable, Sendable {
    /// The end of the delay, in milliseconds of the owner's clock.
    var until: Int64
    /// Whether the server requested the delay. Then it is never shortened.
    var isServersWish: Bool
}
