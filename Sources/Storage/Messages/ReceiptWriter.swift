import Conversations
import GRDB

/// Writes one chat's receipts within a transaction. A receipt moves forward only.
struct ReceiptWriter {
    let db: Database
    let chatID: String

    func set(_ receipt: ReadReceipt) throws {
        let sql = "SELECT event_id, timestamp FROM receipts WHERE chat_id = ? AND user_id = ?"
        if let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [chatID, receipt.userID]) {
            let old = ReadReceipt(userID: receipt.userID, eventID: row[0], timestamp: row[1])
            guard try isForward(from: old, to: receipt) else { return }
        }
        try db.cachedStatement(
            sql: "REPLACE INTO receipts (chat_id, user_id, event_id, timestamp) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [chatID, receipt.userID, receipt.eventID, receipt.timestamp])
    }

    /// Whether a receipt is for one of these events.
    func names(anyOf eventIDs: Set<String>) throws -> Bool {
        let named = try db.cachedStatement(sql: "SELECT event_id FROM receipts WHERE chat_id = ?")
        return try !String.fetchSet(named, arguments: [chatID]).isDisjoint(with: eventIDs)
    }

    /// The places decide; where one of the messages is not on this device, the time of reading; where the server told
    /// none, its word that this is the newest.
    private func isForward(from old: ReadReceipt, to new: ReadReceipt) throws -> Bool {
        guard new != old else { return false }
        let reader = MessageReader(db: db)
        if let newPlace = try reader.position(ofEventID: new.eventID, chatID: chatID),
            let oldPlace = try reader.position(ofEventID: old.eventID, chatID: chatID), newPlace != oldPlace
        {
            return newPlace > oldPlace
        }
        return new.timestamp >= old.timestamp || new.timestamp == 0
    }
}
