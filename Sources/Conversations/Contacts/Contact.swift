/// An entry in the contact list.
package struct Contact: Hashable, Sendable, Identifiable {
    /// The identifier of an entry. The same person may be stored in both places.
    package struct ID: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        package let place: Place

        package init(userID: String, place: Place) {
            self.userID = userID
            self.place = place
        }
    }

    /// The place in which a contact is stored.
    package enum Place: Hashable, Sendable {
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
    package var place: Place { id.place }

    package init(userID: String, place: Place, name: String, note: String, isFromChatAlone: Bool = false) {
        id = ID(userID: userID, place: place)
        self.name = name
        self.note = note
        self.isFromChatAlone = isFromChatAlone
    }
}
