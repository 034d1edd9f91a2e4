import Conversations
import GRDB

/// Applies changes of contacts in the account's data, within a transaction.
struct ContactWriter {
    let db: Database

    func apply(_ change: ContactChange) throws {
        try db.cachedStatement(sql: "REPLACE INTO account_contacts (user_id, name, note) VALUES (?, ?, ?)")
            .execute(
                arguments: .whole([
                    change.userID.storable, change.entry?.name.storable, change.entry?.note.storable ?? "",
                ]))
    }
}
