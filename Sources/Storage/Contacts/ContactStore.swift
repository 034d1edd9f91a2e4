package import Conversations
import GRDB

/// The address book of this device, and what this device knows of the account's contacts.
package final class ContactStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// All that are kept on this device or in the account, and the people of the account's direct chats who are neither, in no
    /// particular order.
    nonisolated(nonsending) package func all() async throws(StorageError) -> [Contact] {
        try await access.readAside { db in
            let reader = ContactReader(db: db)
            return try reader.local() + reader.account() + reader.peopleOfDirectChats()
        }
    }

    /// Keeps a contact in place of what was there.
    nonisolated(nonsending) package func keep(_ contact: Contact) async throws(StorageError) {
        try await access.write { db in
            switch contact.place {
            case .device:
                try db.execute(
                    sql: "REPLACE INTO local_contacts (user_id, name, note) VALUES (?, ?, ?)",
                    arguments: .whole([contact.userID.storable, contact.name.storable, contact.note.storable]))
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
                try db.execute(
                    sql: "DELETE FROM local_contacts WHERE user_id = ?", arguments: .whole([id.userID.storable]))
            case .account:
                try ContactWriter(db: db).apply(ContactChange(userID: id.userID, entry: nil))
            }
        }
    }
}
