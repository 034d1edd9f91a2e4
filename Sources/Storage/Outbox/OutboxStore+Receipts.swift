package import Conversations
import GRDB

/// The read receipts that the homeserver has not acknowledged yet, only the latest for each chat.
extension OutboxStore {
    nonisolated(nonsending) package func receipts() async throws(StorageError) -> [PendingReceipt] {
        try await access.readAside { db in
            try db.all("SELECT event_id, chat_id FROM pending_receipts ORDER BY chat_id") {
                PendingReceipt(eventID: $0[0], chatID: $0[1])
            }
        }
    }

    nonisolated(nonsending) package func receipt(chatID: String) async throws(StorageError) -> PendingReceipt? {
        try await access.readAside { db in
            let sql = "SELECT event_id FROM pending_receipts WHERE chat_id = ?"
            return try db.value(sql, [chatID], as: String.self).map {
                PendingReceipt(eventID: $0, chatID: chatID)
            }
        }
    }

    /// Stores a receipt in place of an earlier one for the chat.
    nonisolated(nonsending) package func save(_ receipt: PendingReceipt) async throws(StorageError) {
        try await access.write { db in
            try db.run(
                "REPLACE INTO pending_receipts (chat_id, event_id) VALUES (?, ?)", [receipt.chatID, receipt.eventID])
        }
    }

    /// Removes a receipt that the server acknowledged; a later one is kept.
    nonisolated(nonsending) package func receiptWasTold(_ receipt: PendingReceipt) async throws(StorageError) {
        try await access.write { db in
            try db.run(
                "DELETE FROM pending_receipts WHERE chat_id = ? AND event_id = ?", [receipt.chatID, receipt.eventID])
        }
    }
}
