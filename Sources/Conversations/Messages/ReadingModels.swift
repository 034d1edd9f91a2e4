/// The read position of a person in a chat or in one of its threads.
package struct ReadPosition: Hashable, Sendable {
    package let userID: String
    /// The position in the timeline; `nil` if this device doesn't have the message.
    package let position: Int64?
    /// The root event of the thread; `nil` for the chat itself.
    package let threadID: String?

    package init(userID: String, position: Int64?, threadID: String? = nil) {
        self.threadID = threadID
        self.userID = userID
        self.position = position
    }
}

/// A read receipt of a person in a chat (`m.read`), or in one of its threads.
package struct ReadReceipt: Hashable, Sendable {
    package let userID: String
    package let eventID: String
    /// Milliseconds since 1970; 0 if the server didn't say.
    package let timestamp: Int64
    /// The root event of the thread; `nil` for a receipt that is unthreaded or in the main thread.
    package let threadID: String?

    package init(userID: String, eventID: String, timestamp: Int64, threadID: String? = nil) {
        self.threadID = threadID
        self.userID = userID
        self.eventID = eventID
        self.timestamp = NumberLimits.time(timestamp)
    }
}

/// The account's read position in a thread.
package struct ThreadRead: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The last event that was read.
    package let eventID: String

    package init(threadID: String, eventID: String) {
        self.threadID = threadID
        self.eventID = eventID
    }
}

/// The state of a thread on this device, shown at its root message (client-server API, "Threading").
package struct ThreadSummary: Hashable, Sendable {
    /// The number of replies that were not removed.
    package let count: Int
    /// The number of replies since the account last read the thread, including replies of ignored people.
    package let newCount: Int
    /// The sender of the newest reply, and its time in milliseconds since 1970.
    package let newestSender: String
    package let newestAt: Int64

    package init(count: Int, newCount: Int, newestSender: String, newestAt: Int64) {
        self.count = count
        self.newCount = newCount
        self.newestSender = newestSender
        self.newestAt = NumberLimits.time(newestAt)
    }
}

/// A gap: messages are missing before a position in the timeline. The token requests them from the server.
package struct TimelineGap: Hashable, Sendable {
    /// The data for filling the gap from its older end.
    package struct Onward: Hashable, Sendable {
        /// The opaque token for a `messages` request with `dir=f`.
        package let token: String
        /// The event before the gap to which the token belongs. If another event precedes the gap by now, the token
        /// is invalid.
        package let eventID: String

        package init(token: String, eventID: String) {
            self.token = token
            self.eventID = eventID
        }
    }

    /// The position of the oldest shown message after the gap.
    package let position: Int64
    /// The position of the oldest event after the gap. It differs from ``position`` if that event is an edit, a
    /// reaction or a redaction, which no window shows.
    package let anchor: Int64
    /// The opaque token for a `messages` request with `dir=b`.
    package let token: String
    /// The data for filling the gap from its older end; `nil` if it can be filled only from its newer end.
    package let onward: Onward?

    package init(position: Int64, anchor: Int64? = nil, token: String, onward: Onward? = nil) {
        self.position = position
        self.anchor = anchor ?? position
        self.token = token
        self.onward = onward
    }
}

/// The unread part of a chat, from a position on.
package struct UnreadPart: Hashable, Sendable {
    /// The position after which all messages are unread. It is the position of the last event that was read, or of
    /// the account's join if no receipt is known. It is `nil` if this device doesn't have that event.
    package let after: Int64?
    /// The position of the first unread message; `nil` if there is none or it is not known yet.
    package let first: Int64?
    package let firstEventID: String?
    /// The number of unread messages on this device, at most ``countLimit``.
    package var count: Int
    /// Whether no messages are missing between ``after`` and the first unread message, or the end if there is none.
    /// Only then is the first unread message known.
    package let isWhole: Bool

    package static let countLimit = 1_000

    package init(after: Int64?, first: Int64?, firstEventID: String?, count: Int, isWhole: Bool) {
        self.after = after
        self.first = first
        self.firstEventID = firstEventID
        self.count = count
        self.isWhole = isWhole
    }
}

/// A thread with unread messages.
package struct UnreadThread: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The number of unread messages of others, at most ``countLimit``.
    package let count: Int
    /// Whether an unread message mentions the account or everybody.
    package let isMention: Bool

    /// The limit of the count; no exact number is needed above it.
    package static let countLimit = 500

    package init(threadID: String, count: Int, isMention: Bool) {
        self.threadID = threadID
        self.count = count
        self.isMention = isMention
    }
}
