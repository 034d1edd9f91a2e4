package import Conversations
package import Engine

/// Changes of contacts and requests of the user about them.
package enum ContactEvent: RoutedEvent {
    /// The user opens the list of contacts.
    case shown
    /// Contacts were loaded from disk, sorted by name.
    case loaded([KnownContact])
    case filtered(text: String)
    /// The user opens the chat with a contact.
    case opened(Contact)
    case deleting(Contact.ID)
    case deleted(Contact.ID)
    /// The homeserver did not delete the contact.
    case failedDeleting(Contact.ID, FailureReason)
}

/// The contacts of the account and of this device.
package struct ContactModel {
    package private(set) var isLoaded = false
    /// The contacts, sorted by name.
    private(set) var known: [KnownContact] = []
    package private(set) var filter = ""
    /// A counter that increases when ``filter`` is changed by anything but the pane.
    package private(set) var revision = 0
    /// The contacts that match ``filter``, sorted by name.
    package private(set) var shown: [Contact] = []
    /// The contacts with a pending deletion, and the errors of failed deletions.
    package private(set) var busy: Set<Contact.ID> = []
    package private(set) var errors: [Contact.ID: FailureReason] = [:]

    /// Clears the filter and the errors, so that all contacts are shown.
    mutating func begin() {
        filter = ""
        revision += 1
        errors = [:]
        find()
    }

    mutating func load(_ known: [KnownContact]) {
        self.known = known
        let ids = Set(known.map(\.contact.id))
        errors = errors.filter { ids.contains($0.key) }
        isLoaded = true
        find()
    }

    mutating func filter(by text: String) {
        filter = text
        find()
    }

    mutating func setBusy(_ id: Contact.ID) {
        errors[id] = nil
        busy.insert(id)
    }

    mutating func remove(_ id: Contact.ID) {
        busy.remove(id)
        errors[id] = nil
        known.removeAll { $0.contact.id == id }
        find()
    }

    mutating func fail(_ reason: FailureReason, id: Contact.ID) {
        busy.remove(id)
        errors[id] = reason
    }

    /// The contact names by Matrix ID. A contact on this device takes precedence over one in the account.
    package var names: [String: String] {
        let named = known.map(\.contact).filter { !$0.name.isEmpty && !$0.isFromChatAlone }
        return Dictionary(named.map { ($0.userID, $0) }) { $0.place == .device ? $0 : $1 }.mapValues(\.name)
    }

    func contact(_ id: Contact.ID) -> Contact? { known.first { $0.contact.id == id }?.contact }

    /// The contact that the user created for a person. A contact that exists only because of a chat doesn't
    /// count.
    func contact(userID: String) -> Contact? {
        known.first { $0.contact.userID == userID && !$0.contact.isFromChatAlone }?.contact
    }

    private mutating func find() {
        guard filter.contains(where: { !$0.isWhitespace }) else {
            shown = known.map(\.contact)
            return
        }
        let wanted = SearchText([filter])
        shown = known.filter { $0.searchText.rank(of: wanted) != nil }.map(\.contact)
    }
}
