/// A line of the outbox: a message, or a change of an earlier one, that was sent from this device and that the chat's
/// timeline doesn't show yet.
package struct OutboxLine: Hashable, Sendable, Identifiable {
    package enum State: Hashable, Sendable {
        /// It waits for its turn or for the network.
        case queued
        /// The server accepted it as this event. Its echo was not received yet.
        case sent(eventID: String)
        /// It failed permanently and is not retried automatically.
        case failed(reason: OutboxLineFailureReason)
    }

    /// The effect of the line.
    package enum Purpose: Hashable, Sendable {
        /// Sends a message.
        case message
        /// Replaces the content of a message with ``OutboxLine/body``.
        case edit(of: Target)
        case reaction(to: Target, key: String)
        case redaction(of: Target, reason: String?)
        /// Answers a poll with the identifiers of the chosen answers.
        case pollAnswer(to: Target, [String])
        case pollEnd(of: Target)

        /// The target of the change; `nil` for a message.
        package var target: Target? {
            switch self {
            case .message: nil
            case .edit(let target), .reaction(let target, _), .redaction(let target, _), .pollAnswer(let target, _),
                .pollEnd(let target):
                target
            }
        }

        /// Returns the same purpose with another target.
        package func aimed(at target: Target) -> Purpose {
            switch self {
            case .message: .message
            case .edit: .edit(of: target)
            case .reaction(_, let key): .reaction(to: target, key: key)
            case .redaction(_, let reason): .redaction(of: target, reason: reason)
            case .pollAnswer(_, let answers): .pollAnswer(to: target, answers)
            case .pollEnd: .pollEnd(of: target)
            }
        }
    }

    /// The message that a change is about.
    package enum Target: Hashable, Sendable {
        case event(String)
        /// A line of the outbox, by its transaction identifier, whose event identifier is not known yet. The change
        /// waits for it.
        case line(String)
    }

    /// The transaction identifier. It is created once and reused by all retries, so that the server drops duplicates.
    package let id: String
    package let chatID: String
    /// The event type, such as `m.room.message`.
    package let type: String
    package var purpose: Purpose
    /// The kind of message as which it is shown; ``Message/Kind/text`` for a change.
    package let kind: Message.Kind
    /// The text to show, as typed or as ``kind`` defines it; the key of a reaction.
    package var body: String
    /// The text as HTML; `nil` if it is plain.
    package var formattedBody: String?
    /// The event to which it replies.
    package let replyTo: String?
    /// The event's content as JSON. The relation is filled in when it is sent.
    package var content: String
    /// The encrypted content (`m.room.encrypted`) under which it is sent. Retries reuse it as long as the same
    /// devices can read it. It is `nil` if the chat is not encrypted or the line was never about to be sent.
    package var sealed: String?
    /// Milliseconds since 1970.
    package let acceptedAt: Int64
    package var state: State
    /// Whether the server may have received this message or change. It can then no longer be withdrawn or changed.
    package var mayHaveLeft: Bool
    /// The attached file; `nil` if there is none.
    package var file: OutboxFile?

    package init(
        id: String, chatID: String, type: String, purpose: Purpose = .message, kind: Message.Kind = .text,
        body: String, formattedBody: String? = nil, replyTo: String? = nil, content: String, acceptedAt: Int64,
        state: State, mayHaveLeft: Bool = false, sealed: String? = nil,
        file: OutboxFile? = nil
    ) {
        self.id = id
        self.chatID = chatID
        self.type = type
        self.purpose = purpose
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.replyTo = replyTo
        self.content = content
        self.acceptedAt = acceptedAt
        self.state = state
        self.mayHaveLeft = mayHaveLeft
        self.sealed = sealed
        self.file = file
    }

    /// Whether it is a `/me` line.
    package var isEmote: Bool { kind == .emote }
}
