import Conversations
import GRDB

/// What an index of words has yet to look at, within the transaction that makes it so.
struct SearchQueue {
    let db: Database

    /// Messages of a chat came.
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

    /// All messages of a chat are about to go.
    func addAll(of chatID: String) throws {
        let sql = "INSERT INTO search_queue (message_id) SELECT id FROM messages WHERE \(MessagePlace.isIn("?1"))"
        try db.execute(sql: sql, arguments: .whole([chatID]))
    }
}
