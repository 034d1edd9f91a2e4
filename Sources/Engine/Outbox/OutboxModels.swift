package import Conversations
package import MatrixAPI

/// Changes of lines in the outbox.
package enum OutboxEvent: RoutedEvent {
    /// A line is on disk and waits to be sent.
    case accepted(OutboxLine)
    case sent(id: String, eventID: String)
    /// The timeline showed a line before the server's response arrived.
    case echoed(id: String)
    /// A line was refused for good.
    case failed(id: String, reason: OutboxLineFailureReason)
    /// Lines were withdrawn: a line, and the changes of it that waited for it.
    case withdrawn(ids: [String])
    /// A line was changed or is retried as requested, and waits to be sent.
    case requeued(OutboxLine)
    /// The sent event can't be decrypted: the line is sent again, or stays refused.
    case repeated(OutboxLine)
    /// The number of uploaded bytes of a line's file; `nil` if no upload is running any more.
    case uploading(id: String, sent: Int64?)
    /// A request with a line began, or is known to have reached no server.
    case left(id: String, mayHaveLeft: Bool)
}

/// An item of the outbox that waits to be sent.
enum OutboxItem: Hashable, Sendable {
    /// A line to send.
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
package struct RetryDelay: Hashable, Sendable {
    /// The end of the delay, in milliseconds of the owner's clock.
    package var until: Int64
    /// Whether the server requested the delay. Then it is never shortened.
    package var isServersWish: Bool

    package init(until: Int64, isServersWish: Bool) {
        self.until = until
        self.isServersWish = isServersWish
    }
}

extension OutboxLineFailureReason {
    /// The server's error code; `nil` if the line was refused for another reason.
    package var code: MatrixError.Code? {
        guard case .server(let code, _, _, _) = self else { return nil }
        return MatrixError.Code(rawValue: code)
    }

    /// The web page that the user has to visit before sending the line again.
    package var page: WebAddress? {
        guard case .server(_, _, _, let contact?) = self else { return nil }
        return WebAddress(contact)
    }
}

/// The thread of a message that replies to no message in it (client-server API, "Threading").
package struct ThreadTarget: Hashable, Sendable {
    /// The root event of the thread.
    package let id: String
    /// The newest known event of the thread, for clients without threads ("Fallback for unthreaded clients").
    package let newest: String

    /// The relation of a line to its thread, if the line is not a reply.
    package var relation: JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(id), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(newest)],
        ]
    }

    package init(id: String, newest: String) {
        self.id = id
        self.newest = newest
    }
}
