package import Conversations
package import Engine
import ViewModels

/// The reason that a contact was not saved.
package enum EditContactFailureReason: Hashable, Sendable {
    case flaw(ContactValidator.FieldError)
    case failed(FailureReason)

    package var text: String {
        switch self {
        case .flaw(let flaw): flaw.text
        case .failed(let reason): .words("contacts.not-kept", ["reason": reason.text])
        }
    }
}

/// A contact with its search text.
package struct KnownContact: Hashable, Sendable {
    let contact: Contact
    let searchText: SearchText

    init(_ contact: Contact) {
        self.contact = contact
        searchText = SearchText([contact.name, Naming.shortID(contact.userID), contact.userID, contact.note])
    }

    /// The name of a contact: the name that it was given, or the first part of the Matrix ID.
    package static func name(of contact: Contact) -> String {
        VisibleName.first(contact.name) ?? Naming.shortID(contact.userID)
    }

    /// Sorts contacts by name, then by Matrix ID, then the account's contacts before those of this device.
    static func sorted(_ contacts: [Contact]) -> [KnownContact] {
        let keyed = contacts.map { (key: (name(of: $0).lowercased(), $0.userID, $0.place == .device ? 1 : 0), $0) }
        return keyed.sorted { $0.key < $1.key }.map { KnownContact($0.1) }
    }
}
