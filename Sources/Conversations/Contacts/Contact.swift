/// An entry in the contact list.
package struct Contact: Hashable, Sendable, Identifiable {
    /// The identifier of an entry. The same person may have an entry in each ``Location``.
    package struct ID: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        package let place: Location

        package init(userID: String, place: Location) {
            self.userID = userID
            self.place = place
        }
    }

    /// The place in which a contact is stored.
    package enum Location: Hashable, Sendable {
        /// In the account's data on the homeserver, for all devices of the account.
        case account
        /// On this device only.
        case device
    }

    package let id: ID
    /// The name that the account's owner gave the contact; empty if there is none.
    package var name: String
    package var note: String
    /// Whether the entry exists only because of a direct chat with the person, and was not created as a contact.
    package var isFromChatAlone: Bool

    package var userID: String { id.userID }
    package var place: Location { id.place }

    package init(userID: String, place: Location, name: String, note: String, isFromChatAlone: Bool = false) {
        id = ID(userID: userID, place: place)
        self.name = name
        self.note = note
        self.isFromChatAlone = isFromChatAlone
    }
}

/// A change of one contact in the account's data. Applying it twice has the same effect as applying it once.
package struct ContactChange: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// `nil` once the contact was deleted.
    package let entry: Entry?

    package struct Entry: Hashable, Sendable {
        package let name: String
        package let note: String

        package init(name: String, note: String) {
            self.name = name
            self.note = note
        }
    }

    package init(userID: String, entry: Entry?) {
        self.userID = userID
        self.entry = entry
    }
}
