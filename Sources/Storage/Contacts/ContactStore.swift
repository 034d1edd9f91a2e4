package import Conversations
import GRDB

/// The contacts on this device, and the known contacts of the account.
package final class ContactStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Returns all contacts on this device and in the account, and the other people of the account's direct chats.
    /// The order is undefined.
    nonisolated(nonsending) package func all() async throws(StorageError) -> [Contact] {
        try await access.readAside { db in
            let reader = ContactReader(db: db)
            return try reader.local() + reader.account() + reader.peopleOfDirectChats()
        }
    }

    /// Inserts or replaces a contact.
    nonisolated(nonsending) package func save(_ contact: Contact) async throws(StorageError) {
        try await access.write { db in
            switch contact.place {
            case .device:
                try db.run(
                    "REPLACE INTO local_contacts (user_id, name, note) VALUES (?, ?, ?)",
                    [contact.userID.storable, contact.name.storable, contact.note.storable])
            case .account:
                let entry = ContactChange.Entry(name: contact.name, note: contact.note)
                try ContactWriter(db: db).apply(ContactChange(userID: contact.userID, entry: entry))
            }
        }
    }

    nonisolated(nonsending) package func remove(_ id: Contact.ID) async throws(StorageError) {
        try await access.write { db in
            switch id.place {
            case .device:
                try db.run("DELETE FROM local_contacts WHERE user_id = ?", [id.userID.storable])
            case .account:
                try ContactWriter(db: db).apply(ContactChange(userID: id.userID, entry: nil))
            }
        }
    }
}

/// Applies changes of contacts in the account's data, within a transaction.
struct ContactWriter {
    let db: Database

    func apply(_ change: ContactChange) throws {
        try db.run(
            "REPLACE INTO account_contacts (user_id, name, note) VALUES (?, ?, ?)",
            [
                change.userID.storable, change.entry?.name.storable, change.entry?.note.storable ?? "",
            ])
    }
}
