import Conversations
import GRDB

/// The queue of messages to index. It is written in the transaction that changes the messages.
struct SearchQueue {
    let db: Database

    /// Queues new messages of a chat.
    func add(_ messages: [PlacedMessage], chatKey: Int64) throws {
        var numbers = "["
        for placed in messages where placed.message.kind != .relation {
            if numbers.utf8.count > 1 { numbers += "," }
            numbers += String(try MessagePlace.number(at: placed.position, chatKey: chatKey))
        }
        guard numbers.utf8.count > 1 else { return }
        try db.cachedStatement(sql: "INSERT INTO search_queue (message_id) SELECT value FROM json_each(?)")
            .execute(arguments: .whole([numbers + "]"]))
    }

    /// Queues all messages of a chat before their deletion.
    func addAll(of chatID: String) throws {
        let sql = "INSERT INTO search_queue (message_id) SELECT id FROM messages WHERE \(MessagePlace.isIn("?1"))"
        try db.execute(sql: sql, arguments: .whole([chatID]))
    }
}
