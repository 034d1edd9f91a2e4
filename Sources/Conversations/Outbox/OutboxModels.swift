/// An unsent draft in a chat or in one of its threads.
package struct Draft: Hashable, Sendable {
    /// The key of the draft, from ``place(chatID:threadID:)``.
    package let place: String
    package let text: String

    package init(chatID: String, text: String) { self.init(place: chatID, text: text) }

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }

    /// The chat of the draft.
    package var chatID: String { String(place.prefix { $0 != Self.separator }) }

    /// Whether the draft is in a thread.
    package var isInThread: Bool { place.contains(Self.separator) }

    /// Returns the key under which the draft of a chat, or of a thread in it, is stored.
    package static func place(chatID: String, threadID: String?) -> String {
        threadID.map { chatID + String(separator) + $0 } ?? chatID
    }

    /// A character that no identifier contains.
    private static let separator: Character = "\n"
}

/// The reason why a file can't be sent. No copy of it is kept.
package enum OutboxFileError: Error, Hashable, Sendable {
    case missing
    case unreadable
    case isDirectory
    /// A device, a pipe or a socket, which has no end.
    case isNoFile
    /// The file was changed or truncated while it was read.
    case changed
    /// Both numbers are in bytes; the limit is the server's.
    case tooLarge(size: Int64, limit: Int64)
    case diskFull
    /// The copy in the profile's directory could not be written. The number is the system's error code.
    case notKept(code: Int32)
}

/// The history of a line that was sent from this device. Times are in milliseconds since 1970, and `nil` if the event
/// did not happen.
package struct LineHistory: Hashable, Sendable {
    /// The transaction identifier.
    package let id: String
    /// The time at which Enter was pressed.
    package let acceptedAt: Int64
    /// The time at which it was written to disk.
    package let keptAt: Int64
    /// The time at which the first request with it began.
    package let leftAt: Int64?
    /// The number of requests with it.
    package let tries: Int
    /// The time at which the server responded with ``eventID``, or the timeline showed the event.
    package let answeredAt: Int64?
    package let eventID: String?
    /// The time and the reason of the last permanent failure.
    package let refusedAt: Int64?
    package let refusal: OutboxLineFailureReason?

    package init(
        id: String, acceptedAt: Int64, keptAt: Int64, leftAt: Int64?, tries: Int, answeredAt: Int64?,
        eventID: String?, refusedAt: Int64?, refusal: OutboxLineFailureReason?
    ) {
        self.id = id
        self.acceptedAt = acceptedAt
        self.keptAt = keptAt
        self.leftAt = leftAt
        self.tries = tries
        self.answeredAt = answeredAt
        self.eventID = eventID
        self.refusedAt = refusedAt
        self.refusal = refusal
    }
}

/// A read receipt of the account that the homeserver has not acknowledged yet.
package struct PendingReceipt: Hashable, Sendable {
    package let eventID: String
    package let chatID: String

    package init(eventID: String, chatID: String) {
        self.eventID = eventID
        self.chatID = chatID
    }
}
