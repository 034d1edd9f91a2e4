package import Conversations
package import MatrixAPI

/// Contacts in account data: `im.confab.contact.<user>`, one event per contact, `{}` once deleted.
///
/// NOTSPEC: the specification has no address book. Account data reaches each device of the account and no other
/// user.
package enum ContactContent {
    private static let prefix = "im.confab.contact."

    package static func type(of userID: String) -> String { prefix + userID }

    package static func json(of contact: Contact) -> JSONValue {
        ["name": .string(contact.name), "note": .string(contact.note)]
    }

    /// The content that marks a deleted contact: account data can't be removed, only emptied.
    package static let deleted = JSONValue.emptyObject

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
