import Conversations
import MatrixAPI
import ViewModels

/// Contacts in account data: `im.confab.contact.<user>`, one event per contact, `{}` once deleted.
///
/// NOTSPEC: the specification has no address book. Account data reaches each device of the account and no other
/// user.
enum ContactContent {
    private static let prefix = "im.confab.contact."

    static func type(of userID: String) -> String { prefix + userID }

    static func json(of contact: Contact) -> JSONValue {
        ["name": .string(contact.name), "note": .string(contact.note)]
    }

    /// The content that marks a deleted contact: account data can't be removed, only emptied.
    static let deleted = JSONValue.emptyObject

    /// The changes of contacts in account data. If a contact occurs more than once, the last event counts.
    static func changes(in accountData: [MatrixEvent]) -> [ContactChange] {
        let told = accountData.compactMap(change(in:))
        return Dictionary(told.map { ($0.userID, $0) }) { _, last in last }.values.sorted { $0.userID < $1.userID }
    }

    private static func change(in event: MatrixEvent) -> ContactChange? {
        guard event.type.hasPrefix(prefix) else { return nil }
        let userID = String(event.type.dropFirst(prefix.count))
        guard UserID(userID) != nil else { return nil }
        let (name, note) = (event.content["name"]?.string, event.content["note"]?.string)
        guard name != nil || note != nil else { return ContactChange(userID: userID, entry: nil) }
        return ContactChange(userID: userID, entry: .init(name: name ?? "", note: note ?? ""))
    }
}

/// A snapshot of the content of the form for a contact.
struct EditContactContent: Equatable, Sendable {
    /// The message for each field.
    struct Words: Equatable {
        let userID: ContactValidator.Word?
        let name: ContactValidator.Word?
        let note: ContactValidator.Word?
    }

    let isNew: Bool
    let fields: EditContactViewModel.Fields
    let words: Words
    let place: Contact.Location
    let revision: Int
    let isBusy: Bool
    let error: EditContactFailureReason?
    let ownUserID: String
}

extension EditContactContent {
    @MainActor
    init(_ state: SessionState) {
        let (form, ownUserID) = (state.editContact, state.account.userID)
        let check = ContactValidator(of: form, contacts: state.contacts, ownUserID: ownUserID)
        self.init(
            isNew: form.original == nil, fields: form.fields,
            words: Words(userID: check.userID, name: check.name, note: check.note),
            place: form.place, revision: form.revision, isBusy: form.isBusy, error: form.error, ownUserID: ownUserID)
    }
}

/// The reason that a contact was not saved.
enum EditContactFailureReason: Hashable, Sendable {
    case flaw(ContactValidator.FieldError)
    case failed(FailureReason)

    var text: String {
        switch self {
        case .flaw(let flaw): flaw.text
        case .failed(let reason): .words("contacts.not-kept", ["reason": reason.text])
        }
    }
}

/// A contact with its search text.
struct KnownContact: Hashable, Sendable {
    let contact: Contact
    let searchText: SearchText

    init(_ contact: Contact) {
        self.contact = contact
        searchText = SearchText([contact.name, Naming.shortID(contact.userID), contact.userID, contact.note])
    }

    /// The name of a contact: the name that it was given, or the first part of the Matrix ID.
    static func name(of contact: Contact) -> String {
        VisibleName.first(contact.name) ?? Naming.shortID(contact.userID)
    }

    /// Sorts contacts by name, then by Matrix ID, then the account's contacts before those of this device.
    static func sorted(_ contacts: [Contact]) -> [KnownContact] {
        let keyed = contacts.map { (key: (name(of: $0).lowercased(), $0.userID, $0.place == .device ? 1 : 0), $0) }
        return keyed.sorted { $0.key < $1.key }.map { KnownContact($0.1) }
    }
}
