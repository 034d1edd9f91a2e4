/// A thread of a chat, as a thread list shows it (client-server API, "Threading").
package struct ChatThread: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The root message of the thread; `nil` if this device doesn't have it.
    package let root: Message?
    package let summary: ThreadSummary

    package init(threadID: String, root: Message?, summary: ThreadSummary) {
        self.threadID = threadID
        self.root = root
        self.summary = summary
    }
}

/// The new content of an edit (`m.new_content`).
package struct EditedContent: Hashable, Sendable {
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// The people whom the new content mentions; `nil` if it doesn't say.
    package let mentions: MessageMentions?

    package init(kind: Message.Kind, body: String, formattedBody: String?, mentions: MessageMentions? = nil) {
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.mentions = mentions
    }
}

/// A batch of messages of one chat that are imported from a file.
package struct ImportedMessages: Hashable, Sendable {
    /// The identifier from ``Chat/importedID(of:)``.
    package let chatID: String
    /// The name of the chat in the file.
    package let name: String?
    package var members: [ChatMember] = []
    /// The messages in the order of the file. A change of a message comes after the message.
    package var messages: [Message] = []

    package init(chatID: String, name: String?) {
        self.chatID = chatID
        self.name = name
    }
}

/// The result of importing a part of a file.
package struct ImportedPart: Hashable, Sendable {
    /// The events that were not stored before.
    package let newEventIDs: Set<String>
    /// The position in the chat's timeline after which the next part continues.
    package let end: Int64?

    package init(newEventIDs: Set<String>, end: Int64?) {
        self.newEventIDs = newEventIDs
        self.end = end
    }
}

/// The threads that this device knows, in one chat or in all.
package struct KnownThreads: Hashable, Sendable {
    /// The chats that have threads.
    package let chatIDs: Set<String>
    /// The threads with unread messages, by chat. The thread with the oldest unread message comes first.
    package let unread: [String: [UnreadThread]]

    package init(chatIDs: Set<String>, unread: [String: [UnreadThread]]) {
        self.chatIDs = chatIDs
        self.unread = unread
    }
}

/// The effect of a membership event.
package struct MembershipChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case joined, left, invited, declined, removed, banned, unbanned, renamed, unchanged
        /// Asked to join, withdrew that request, or was refused.
        case knocked, withdrew, refused
    }

    package let userID: String
    package let displayName: String?
    package let what: Kind

    package init(userID: String, displayName: String?, what: Kind) {
        self.userID = userID
        self.displayName = displayName
        self.what = what
    }
}

/// The people whom a message explicitly mentions (`m.mentions`; client-server API, "User and room mentions").
package struct MessageMentions: Hashable, Sendable {
    /// Matrix IDs.
    package let userIDs: Set<String>
    /// Whether it mentions everybody.
    package let isForRoom: Bool

    package static let nobody = MessageMentions(userIDs: [], isForRoom: false)

    package init(userIDs: Set<String>, isForRoom: Bool) {
        self.userIDs = userIDs
        self.isForRoom = isForRoom
    }
}

/// A reaction to a message, and the people who sent it (`m.reaction`; client-server API, "Event annotations and
/// reactions").
package struct MessageReaction: Hashable, Sendable {
    package struct Sender: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        /// The reaction event, which is redacted to remove the reaction.
        package let eventID: String

        package init(userID: String, eventID: String) {
            self.userID = userID
            self.eventID = eventID
        }
    }

    /// The reaction key: usually an emoji, but any untrusted text.
    package let key: String
    /// The senders, each once and in the order of their reactions; never empty.
    package var givers: [Sender]

    package init(key: String, givers: [Sender]) {
        self.key = key
        self.givers = givers
    }

    package var count: Int { givers.count }

    /// Returns the reaction event of one person; `nil` if they did not react.
    package func eventID(of userID: String) -> String? {
        givers.first { $0.userID == userID }?.eventID
    }
}

/// The change that an event makes to another event of its chat.
package enum MessageRelation: Hashable, Sendable {
    /// New content replaces the old one (`m.replace`).
    case edit(of: String, EditedContent)
    /// A reaction to a message (`m.annotation`).
    case reaction(to: String, key: String)
    /// The content is removed (`m.room.redaction`); the reason is untrusted text.
    case redaction(of: String, reason: String?)
    /// The identifiers of the chosen answers of a poll.
    case pollAnswer(to: String, [String])
    case pollEnd(of: String)
}

/// The redaction that removed a message's content.
package struct MessageRemoval: Hashable, Sendable {
    /// The redaction event.
    package let eventID: String
    /// The Matrix ID of its sender.
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    /// Untrusted text; `nil` if no reason was given or the redaction was redacted itself.
    package var reason: String?

    package init(eventID: String, sender: String, timestamp: Int64, reason: String?) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = NumberLimits.time(timestamp)
        self.reason = reason
    }
}

/// All information that this device has about the history of one message.
package struct MessageInfo: Hashable, Sendable {
    /// The message in its current state.
    package let message: Message
    /// All versions of the content, oldest first; empty if the message was removed.
    package let versions: [MessageVersion]
    /// The history of sending it, if it was sent from this device.
    package let line: LineHistory?
    /// The people who read this message or a later one, with the time of their receipt, earliest first.
    package let readers: [ReadReceipt]

    package init(message: Message, versions: [MessageVersion], line: LineHistory?, readers: [ReadReceipt]) {
        self.message = message
        self.versions = versions
        self.line = line
        self.readers = readers
    }
}

/// A version of a message's content: the original, or that of an edit.
package struct MessageVersion: Hashable, Sendable {
    /// The event that contains this version.
    package let eventID: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// The event as JSON, as received.
    package let source: String

    package init(
        eventID: String, timestamp: Int64, kind: Message.Kind = .text, body: String, formattedBody: String?,
        source: String
    ) {
        self.eventID = eventID
        self.timestamp = timestamp
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.source = source
    }
}

/// A part of a chat's timeline, oldest first, without the events that only change others.
package struct MessageWindow: Hashable, Sendable {
    package var messages: [PlacedMessage]
    /// The gaps whose position is within the window.
    package var gaps: [TimelineGap]
    /// Whether this device has older messages than the first, or a gap before it.
    package var hasOlder: Bool
    /// Whether this device has newer messages than the last.
    package var hasNewer: Bool
    /// The position of the newest event on this device, shown or not; `nil` if the window doesn't reach it.
    package var end: Int64?

    package init(messages: [PlacedMessage], gaps: [TimelineGap], hasOlder: Bool, hasNewer: Bool, end: Int64? = nil) {
        self.messages = messages
        self.gaps = gaps
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        self.end = end
    }

    package static let empty = MessageWindow(messages: [], gaps: [], hasOlder: false, hasNewer: false)
}

/// A message and its position in its chat's timeline.
package struct PlacedMessage: Hashable, Sendable {
    package let message: Message
    /// A number that orders the messages of one chat and has no other meaning.
    package let position: Int64

    package init(message: Message, position: Int64) {
        self.message = message
        self.position = position
    }
}

/// A response to a poll: a vote, or the end of the poll.
package struct PollReply: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The identifiers of the chosen answers; an empty list withdraws an earlier answer.
        case answers([String])
        case end
    }

    package let eventID: String
    /// The Matrix ID.
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let what: Kind

    package init(eventID: String, sender: String, timestamp: Int64, what: Kind) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = timestamp
        self.what = what
    }
}

/// A change of power levels in a chat, as stored in a message of the kind `power`. It has a line for each person: the
/// level, then the Matrix ID.
package struct PowerChange: Hashable, Sendable {
    /// The changed levels, in the order of the Matrix IDs.
    package let levels: [Level]

    package struct Level: Hashable, Sendable {
        package let userID: String
        package let level: Int

        package init(_ userID: String, _ level: Int) {
            self.userID = userID
            self.level = level
        }
    }

    package init(_ levels: [Level]) { self.levels = levels.sorted { $0.userID < $1.userID } }

    /// Parses the body and skips malformed lines.
    package init(body: String) {
        levels = body.split(separator: "\n").compactMap { line in
            guard let blank = line.firstIndex(of: " "), let level = Int(line[..<blank]) else { return nil }
            return Level(String(line[line.index(after: blank)...]), level)
        }
    }

    package var body: String { levels.map { "\($0.level) \($0.userID)" }.joined(separator: "\n") }
}

/// The message that a reply quotes, in its current state.
package struct QuotedMessage: Hashable, Sendable {
    package let eventID: String
    package let sender: String
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``: the content of the newest edit, or empty if the message was removed.
    package let body: String
    /// As in ``Message/formattedBody``, from the newest edit.
    package let formattedBody: String?
    /// As in ``Message/eventType``.
    package let eventType: String?
    package let isRemoved: Bool

    package init(
        eventID: String, sender: String, kind: Message.Kind = .text, body: String, formattedBody: String? = nil,
        eventType: String? = nil, isRemoved: Bool
    ) {
        self.eventID = eventID
        self.sender = sender
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.eventType = eventType
        self.isRemoved = isRemoved
    }

    /// Takes the fields that a reply shows from the message.
    package init(_ message: Message) {
        self.init(
            eventID: message.eventID, sender: message.sender, kind: message.kind, body: message.body,
            formattedBody: message.formattedBody, eventType: message.eventType, isRemoved: message.isRemoved)
    }
}
