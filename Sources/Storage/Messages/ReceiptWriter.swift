import Conversations
import GRDB

/// Writes one chat's receipts within a transaction. A receipt moves forward only.
struct ReceiptWriter {
    let db: Database
    let chatID: String

    /// - Returns: how far the person has read now, `nil` where that is as before.
    func set(_ receipt: ReadReceipt) throws -> ReadPlace? {
        let place = try MessageReader(db: db).position(ofEventID: receipt.eventID, chatID: chatID)
        if let old = try last(of: receipt.userID, in: receipt.threadID) {
            guard try isForward(from: old, to: receipt, at: place) else { return nil }
        }
        if let threadID = receipt.threadID {
            let sql = """
                REPLACE INTO thread_receipts (chat_id, thread_id, user_id, event_id, timestamp) VALUES (?, ?, ?, ?, ?)
                """
            try db.cachedStatement(sql: sql).execute(
                arguments: .whole([chatID, threadID, receipt.userID, receipt.eventID, receipt.timestamp]))
        } else {
            let sql = "REPLACE INTO receipts (chat_id, user_id, event_id, timestamp) VALUES (?, ?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(
                arguments: .whole([chatID, receipt.userID, receipt.eventID, receipt.timestamp]))
        }
        return ReadPlace(userID: receipt.userID, position: place, threadID: receipt.threadID)
    }

    private func last(of userID: String, in threadID: String?) throws -> ReadReceipt? {
        let row: Row?
        if let threadID {
            let sql = """
                SELECT event_id, timestamp FROM thread_receipts WHERE chat_id = ? AND thread_id = ? AND user_id = ?
                """
            row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID, threadID, userID]))
        } else {
            let sql = "SELECT event_id, timestamp FROM receipts WHERE chat_id = ? AND user_id = ?"
            row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID, userID]))
        }
        return row.map { ReadReceipt(userID: userID, eventID: $0[0], timestamp: $0[1], threadID: threadID) }
    }

    /// Who has read as far as one of these messages, whose places were not known when the receipt came.
    func readers(of messages: [PlacedMessage]) throws -> [ReadPlace] {
        let named = try db.cachedStatement(
            sql: """
                SELECT user_id, event_id, NULL FROM receipts WHERE chat_id = ?1
                UNION ALL SELECT user_id, event_id, thread_id FROM thread_receipts WHERE chat_id = ?1
                """)
        let receipts = try Row.fetchAll(named, arguments: .whole([chatID]))
        guard !receipts.isEmpty else { return [] }
        let places = Dictionary(messages.map { ($0.message.eventID, $0.position) }) { first, _ in first }
        return receipts.compactMap { row in
            places[row[1]].map { ReadPlace(userID: row[0], position: $0, threadID: row[2]) }
        }
    }

    /// The places decide; where one of the messages is not on this device, the time of reading; where the server told
    /// none, its word that this is the newest.
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
