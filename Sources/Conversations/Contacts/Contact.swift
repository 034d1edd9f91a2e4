/// Somebody whom a person wants to find again.
package struct Contact: Hashable, Sendable, Identifiable {
    /// One entry: the same person may be kept in both places.
    package struct ID: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        package let place: Place

        package init(userID: String, place: Place) {
            self.userID = userID
            self.place = place
        }
    }

    /// Where a contact is kept.
    package enum Place: Hashable, Sendable {
        /// In the account's data on the homeserver, for all devices of the account.
        case account
        /// On this device alone.
        case device
    }

    package let id: ID
    /// What the account's owner calls them; empty where nobody said it.
    package var name: String
    package var note: String
    /// Whether they are here because of a direct chat with them, and nobody made a contact of them.
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
