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
            numbers += String(try MessageRowID.number(at: placed.position, chatKey: chatKey))
        }
        guard numbers.utf8.count > 1 else { return }
        try db.run("INSERT INTO search_queue (message_id) SELECT value FROM json_each(?)", [numbers + "]"])
    }

    /// Queues all messages of a chat before their deletion.
    func addAll(of chatID: String) throws { try add(where: MessageRowID.isIn("?1"), [chatID]) }

    /// Queues the messages that meet an SQL condition.
    func add(where condition: String, _ values: [(any StatementValue)?]) throws {
        try db.run("INSERT INTO search_queue (message_id) SELECT id FROM messages WHERE \(condition)", values)
    }
}

/// Messages that are indexed together.
struct SearchSlice: Sendable {
    struct Entry: Sendable {
        let messageID: Int64
        let sender: String
        let timestamp: Int64
        /// The folded text; `nil` if the message can't be found anymore.
        let words: String?
        /// The content types, as tokens.
        let contents: [String]
    }

    /// The number of bytes of text after which a slice ends: two thousand messages may have a hundred megabytes.
    static let mostBytes = 1 << 20

    var entries: [Entry] = []
    /// Whether more messages follow.
    var isCut = false
    /// The place of the last queued message among them; `nil` if they are from before the index was created.
    var lastPlace: Int64?
    /// The ID before which the next messages are; `nil` if there are none, or none were read.
    var nextID: Int64?
    /// Whether it has everything that was queued, and all messages from before the index was created are indexed.
    var isComplete = false
    /// Whether all messages from before the index was created are indexed after this slice.
    var isLast = false

    var isEmpty: Bool { entries.isEmpty && !isLast }
}
