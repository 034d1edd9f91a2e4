import Conversations
import MatrixAPI

@testable import Messenger

/// Short constructors for test data. All users are on the server `x`, and the chat is `!tea`.
enum Story {
    static let chatID = "!tea"
    static let ana = "@ana:x"
    static let bo = "@bo:x"
    static let kim = "@kim:x"
    /// Saturday 21 November 2026, 12:00 UTC.
    static let noon: Int64 = 1_795_262_400_000
    static let time = TimeText(now: noon, usesTwelveHours: false)
    static let day: Int64 = 86_400_000

    static let members = Dictionary(
        [(ana, "Ana"), (bo, "Bo"), (kim, "Kim")].map {
            ($0.0, ChatMember(userID: $0.0, displayName: $0.1, membership: "join"))
        }, uniquingKeysWith: { first, _ in first })

    /// Returns a line at a position. Its event is `$` and the position.
    static func line(
        _ position: Int64, _ body: String? = nil, by sender: String = bo, at timestamp: Int64 = noon,
        kind: Message.Kind = .text, eventType: String? = nil, detail: MembershipChange? = nil, isRemoved: Bool = false,
        encryption: MessageEncryption? = nil
    ) -> PlacedMessage {
        PlacedMessage(
            message: Message(
                eventID: "$\(position)", sender: sender, timestamp: timestamp, kind: kind,
                body: body ?? (kind == .membership ? "" : "hello"),
                eventType: eventType, detail: detail, isRemoved: isRemoved, encryption: encryption, transactionID: nil,
                source: "{}"),
            position: position)
    }

    static func window(_ messages: [PlacedMessage], gaps: [TimelineGap] = []) -> MessageWindow {
        MessageWindow(messages: messages, gaps: gaps, hasOlder: false, hasNewer: false)
    }

    static func outboxLine(
        _ id: String, _ state: OutboxLine.State = .queued, kind: Message.Kind = .text
    ) -> OutboxLine {
        OutboxLine(
            id: id, chatID: chatID, type: "m.room.message", kind: kind, body: id, content: "{}", acceptedAt: noon,
            state: state)
    }

    static func chat(_ id: String, activity: Int64 = 0, unread: Int = 0, mentions: Int = 0) -> Chat {
        var chat = Chat(id: id, membership: .joined)
        chat.lastActivity = activity
        chat.notificationCount = unread
        chat.highlightCount = mentions
        return chat
    }

    /// Returns an event of a timeline in its JSON form.
    static func event(
        _ id: String, _ type: String = "m.room.message", by sender: String = bo, stateKey: String? = nil,
        unsigned: JSONValue? = nil,
        content: JSONValue = ["msgtype": "m.text", "body": "hello"]
    ) -> JSONValue {
        var event: JSONValue = [
            "event_id": .string("$" + id), "type": .string(type), "sender": .string(sender), "content": content,
            "origin_server_ts": .integer(noon),
        ]
        if let stateKey { event["state_key"] = .string(stateKey) }
        if let unsigned { event["unsigned"] = unsigned }
        return event
    }
}
