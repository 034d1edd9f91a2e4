import Conversations

/// Short constructors for the messages and changes of a chat named `!tea`.
enum Story {
    static let chatID = "!tea"

    /// Returns a line by `ana` unless another sender is given. Its event is `$` and the name; its time is the number
    /// in the name.
    static func line(
        _ name: String, by sender: String = "@ana:x", kind: Message.Kind = .text, transactionID: String? = nil
    ) -> Message {
        Message(
            eventID: "$" + name, sender: sender, timestamp: Int64(name.filter(\.isNumber)) ?? 0, kind: kind,
            body: name, detail: nil, isRemoved: false, transactionID: transactionID, source: #"{"body":"\#(name)"}"#)
    }

    /// Returns a redaction of the event, whose own event is named separately.
    static func redaction(_ name: String, of eventID: String, by sender: String = "@ana:x") -> Message {
        relation(name, .redaction(of: eventID, reason: nil), by: sender)
    }

    static func reaction(_ name: String, _ key: String, to eventID: String, by sender: String = "@bo:x") -> Message {
        relation(name, .reaction(to: eventID, key: key), by: sender)
    }

    static func edit(_ name: String, of eventID: String, _ body: String, by sender: String = "@ana:x") -> Message {
        relation(name, .edit(of: eventID, EditedContent(kind: .text, body: body, formattedBody: nil)), by: sender)
    }

    static func relation(
        _ name: String, _ relation: MessageRelation?, by sender: String = "@ana:x", at timestamp: Int64? = nil
    ) -> Message {
        Message(
            eventID: "$" + name, sender: sender, timestamp: timestamp ?? Int64(name.filter(\.isNumber)) ?? 0,
            kind: .relation, body: "", detail: nil, isRemoved: false, relation: relation, transactionID: nil,
            source: "{}")
    }

    static func lines(_ numbers: ClosedRange<Int>) -> [Message] {
        numbers.map { line("m\($0)") }
    }

    /// Returns a sync's change of the chat with these messages.
    static func change(_ messages: [Message], limited: Bool = false, before token: String? = nil) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.timeline = ChatChange.Timeline(messages: messages, isLimited: limited, previousBatch: token)
        return change
    }

    static func slice(
        _ messages: [Message], limited: Bool = false, before previous: String? = nil, token: String? = nil
    ) -> SyncSlice {
        SyncSlice(changes: [change(messages, limited: limited, before: previous)], token: token)
    }

    static func outboxLine(_ id: String, body: String = "hello", state: OutboxLine.State = .queued) -> OutboxLine {
        OutboxLine(
            id: id, chatID: chatID, type: "m.room.message", body: body,
            content: #"{"body":"hello"}"#, acceptedAt: 1, state: state)
    }
}
