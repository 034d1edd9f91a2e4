/// What a person sent and the chat's timeline doesn't show yet: a line, or a change of one that was sent before.
package struct OutboxLine: Hashable, Sendable, Identifiable {
    package enum State: Hashable, Sendable {
        /// Waits for its turn or for the network.
        case queued
        /// The server has it as this event; its echo has not come yet.
        case sent(eventID: String)
        /// Refused for good. It is not tried again by itself.
        case failed(reason: LineRefusal)
    }

    /// What it does.
    package enum Purpose: Hashable, Sendable {
        /// Says something.
        case message
        /// Puts ``OutboxLine/body`` in place of what was said.
        case edit(of: Target)
        case reaction(to: Target, key: String)
        case redaction(of: Target, reason: String?)
        /// Chooses in a poll, by the identifiers of answers.
        case pollAnswer(to: Target, [String])
        case pollEnd(of: Target)

        /// What it changes, where it is a change.
        package var target: Target? {
            switch self {
            case .message: nil
            case .edit(let target), .reaction(let target, _), .redaction(let target, _), .pollAnswer(let target, _),
                .pollEnd(let target):
                target
            }
        }

        /// The same about another target.
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

    /// What a change is about.
    package enum Target: Hashable, Sendable {
        case event(String)
        /// A line of the outbox, by its transaction identifier, whose event the server has not named yet. The change waits
        /// for that.
        case line(String)
    }

    /// The transaction identifier: made once, kept over every retry.
    package let id: String
    package let chatID: String
    /// The event type, as in `m.room.message`.
    package let type: String
    package var purpose: Purpose
    /// What it will be shown as; ``Message/Kind/text`` where it is no message.
    package let kind: Message.Kind
    /// What was typed, to be shown, or as ``kind`` has it; of a reaction its key.
    package var body: String
    /// As HTML, `nil` where it is plain.
    package var formattedBody: String?
    /// The event that it answers.
    package let replyTo: String?
    /// The event's content as JSON; what it relates to is filled in when it is sent.
    package var content: String
    /// The content of `m.room.encrypted` that it goes out as, the same at each try while the same devices can read it; `nil` where its
    /// chat is not encrypted, or it never was about to leave.
    package var sealed: String?
    /// Milliseconds since 1970.
    package let acceptedAt: Int64
    package var state: State
    /// Whether a request with it may have reached the server, so that it can't be withdrawn or written anew any more.
    package var mayHaveLeft: Bool
    /// `nil` where it brings none.
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
