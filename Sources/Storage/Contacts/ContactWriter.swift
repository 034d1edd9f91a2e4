import Conversations
import GRDB

/// Takes over what the account's data says about contacts, within a transaction.
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
