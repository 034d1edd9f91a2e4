import Conversations
import MatrixAPI
import ViewModels

/// What people and chats are called (client-server API, "Calculating the display name for a user" and "for a room").
enum Naming {
    static func person(_ person: ChatPerson) -> String {
        given(contactName: person.contactName, displayName: person.displayName) ?? shortID(person.userID)
    }

    /// What the account's owner calls somebody, or they themselves; `nil` where nobody said a name.
    static func given(contactName: String?, displayName: String?) -> String? {
        [contactName, displayName].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    static func chat(_ chat: Chat) -> String {
        if chat.isImported { return .words("naming.imported", ["name": chat.givenName ?? chat.originalID]) }
        if let name = chat.givenName, !name.isEmpty { return name }
        if let alias = chat.canonicalAlias, !alias.isEmpty { return alias }
        if isCalledAsInviter(chat), let inviter = chat.inviter { return person(inviter) }
        let heroes = chat.heroes.map(person)
        if heroes.isEmpty {
            return chat.directUserID.map(shortID) ?? .words("naming.empty-chat")
        }
        let others = chat.joinedCount + chat.invitedCount - 1 - heroes.count
        if chat.joinedCount + chat.invitedCount > 0, chat.joinedCount + chat.invitedCount <= 1 {
            return .words("naming.empty-chat-was", ["list": list(heroes)])
        }
        return others > 0
            ? .words("naming.and-more", ["names": heroes.joined(separator: ", ")], count: others) : list(heroes)
    }

    /// Whether it is an invitation to a chat without a name, which is called as the person whom it comes from.
    static func isCalledAsInviter(_ chat: Chat) -> Bool {
        chat.membership == .invited && chat.inviter != nil && (chat.givenName ?? "").isEmpty
            && (chat.canonicalAlias ?? "").isEmpty
    }

    /// As in `Bo`, `Bo and Kim`, `Bo, Kim and Ana`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return .words("list.last", ["names": names.dropLast().joined(separator: ", "), "last": last])
    }

    /// The first part of a Matrix ID, without the `@`.
    static func shortID(_ userID: String) -> String { UserID(userID)?.localpart ?? userID }

    /// A number that is the same for the same person, on every device and day.
    static func hue(_ userID: String) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in userID.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash % 1_000)
    }
}
