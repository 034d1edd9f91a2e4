import Conversations
import GRDB

/// Writes one chat's receipts within a transaction. A receipt moves forward only.
struct ReceiptWriter {
    let db: Database
    let chatID: String

    /// - Returns: how far the person has read now, `nil` where that is as before.
    func set(_ receipt: ReadReceipt) throws -> ReadPlace? {
        let place = try MessageReader(db: db).position(ofEventID: receipt.eventID, chatID: chatID)
        let sql = "SELECT event_id, timestamp FROM receipts WHERE chat_id = ? AND user_id = ?"
        if let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID, receipt.userID])) {
            let old = ReadReceipt(userID: receipt.userID, eventID: row[0], timestamp: row[1])
            guard try isForward(from: old, to: receipt, at: place) else { return nil }
        }
        try db.cachedStatement(
            sql: "REPLACE INTO receipts (chat_id, user_id, event_id, timestamp) VALUES (?, ?, ?, ?)"
        ).execute(arguments: .whole([chatID, receipt.userID, receipt.eventID, receipt.timestamp]))
        return ReadPlace(userID: receipt.userID, position: place)
    }

    /// Who has read as far as one of these messages, whose places were not known when the receipt came.
    func readers(of messages: [PlacedMessage]) throws -> [ReadPlace] {
        let named = try db.cachedStatement(sql: "SELECT user_id, event_id FROM receipts WHERE chat_id = ?")
        let receipts = try Row.fetchAll(named, arguments: .whole([chatID]))
        guard !receipts.isEmpty else { return [] }
        let places = Dictionary(messages.map { ($0.message.eventID, $0.position) }) { first, _ in first }
        return receipts.compactMap { row in
            places[row[1]].map { ReadPlace(userID: row[0], position: $0) }
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
