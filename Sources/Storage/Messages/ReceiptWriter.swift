import Conversations
import GRDB

/// Stores the receipts of one chat within a transaction. A receipt moves only forward.
struct ReceiptWriter {
    let db: Database
    let chatID: String

    /// - Returns: the person's new read position; `nil` if it did not change.
    func set(_ receipt: ReadReceipt) throws -> ReadPosition? {
        let place = try MessageReader(db: db).position(ofEventID: receipt.eventID, chatID: chatID)
        if let old = try last(of: receipt.userID, in: receipt.threadID) {
            guard try isForward(from: old, to: receipt, at: place) else { return nil }
        }
        let sql =
            receipt.threadID == nil
            ? "REPLACE INTO receipts (event_id, timestamp, chat_id, user_id) VALUES (?, ?, ?, ?)"
            : "REPLACE INTO thread_receipts (event_id, timestamp, chat_id, user_id, thread_id) VALUES (?, ?, ?, ?, ?)"
        try db.run(sql, [receipt.eventID, receipt.timestamp] + key(of: receipt.userID, in: receipt.threadID))
        return ReadPosition(userID: receipt.userID, position: place, threadID: receipt.threadID)
    }

    private func last(of userID: String, in threadID: String?) throws -> ReadReceipt? {
        let sql =
            threadID == nil
            ? "SELECT event_id, timestamp FROM receipts WHERE chat_id = ? AND user_id = ?"
            : "SELECT event_id, timestamp FROM thread_receipts WHERE chat_id = ? AND user_id = ? AND thread_id = ?"
        return try db.first(sql, key(of: userID, in: threadID)) {
            ReadReceipt(userID: userID, eventID: $0[0], timestamp: $0[1], threadID: threadID)
        }
    }

    /// Returns the key under which a receipt is stored.
    private func key(of userID: String, in threadID: String?) -> [(any StatementValue)?] {
        threadID.map { [chatID, userID, $0] } ?? [chatID, userID]
    }

    /// Returns the readers of these messages whose receipts arrived before the messages.
    func readers(of messages: [PlacedMessage]) throws -> [ReadPosition] {
        let sql = """
            SELECT user_id, event_id, NULL FROM receipts WHERE chat_id = ?1
            UNION ALL SELECT user_id, event_id, thread_id FROM thread_receipts WHERE chat_id = ?1
            """
        var places: [String: Int64]?
        return try db.all(sql, [chatID]) { row -> ReadPosition? in
            let known = places ?? Dictionary(messages.map { ($0.message.eventID, $0.position) }) { first, _ in first }
            places = known
            return known[row[1]].map { ReadPosition(userID: row[0], position: $0, threadID: row[2]) }
        }.compactMap(\.self)
    }

    /// Compares the positions. If a message is not on this device, it compares the times of reading. If the server
    /// sent no time, the new receipt is considered the later one.
    private func isForward(from old: ReadReceipt, to new: ReadReceipt, at newPlace: Int64?) throws -> Bool {
        guard new != old else { return false }
        if let newPlace,
            let oldPlace = try MessageReader(db: db).position(ofEventID: old.eventID, chatID: chatID),
            newPlace != oldPlace
        {
            return newPlace > oldPlace
        }
        return new.timestamp >= old.timestamp || new.timestamp == 0
    }
}
