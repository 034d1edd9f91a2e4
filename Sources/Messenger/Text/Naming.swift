import Conversations
import MatrixAPI
import ViewModels

/// What people and chats are called (client-server API, "Calculating the display name for a user" and "for a room").
enum Naming {
    static func person(_ person: ChatPerson) -> String {
        distinct(
            given(contactName: person.contactName, displayName: person.displayName), of: person.userID,
            isShared: person.isNameShared)
    }

    /// The name with the Matrix ID beside it, for where it matters who it is.
    static func identified(_ person: ChatPerson) -> String {
        let name = given(contactName: person.contactName, displayName: person.displayName) ?? shortID(person.userID)
        return "\(name) (\(person.userID))"
    }

    /// The name, with the Matrix ID where others are called alike or the name itself looks like somebody's ID.
    ///
    /// - Parameter name: `nil` for somebody without a name, who is called by the first part of the ID, or all of it.
    static func distinct(_ name: String?, of userID: String, isShared: Bool) -> String {
        guard let name, name != userID else { return isShared || name != nil ? userID : shortID(userID) }
        // A chat of a file names people as they were shown.
        if name.hasSuffix("(\(userID))") { return name }
        return isShared || VisibleName.resemblesID(name) ? "\(name) (\(userID))" : name
    }

    /// The name that the account's owner gave somebody, or their own; `nil` where nobody said a name that can be seen.
    static func given(contactName: String?, displayName: String?) -> String? {
        VisibleName.first(contactName, displayName)
    }

    static func chat(_ chat: Chat) -> String {
        if chat.isImported {
            return .words("naming.imported", ["name": VisibleName.first(chat.givenName) ?? chat.originalID])
        }
        if let name = VisibleName.first(chat.givenName, chat.canonicalAlias) { return name }
        if var namesake = namesake(of: chat) {
            namesake.isNameShared = namesake.isNameShared || chat.isNameShared
            return person(namesake)
        }
        let heroes = chat.heroes.map(person)
        if heroes.isEmpty { return .words("naming.empty-chat") }
        let others = chat.joinedCount + chat.invitedCount - 1 - heroes.count
        if chat.joinedCount + chat.invitedCount > 0, chat.joinedCount + chat.invitedCount <= 1 {
            return .words("naming.empty-chat-was", ["list": list(heroes)])
        }
        return others > 0
            ? .words("naming.and-more", ["names": heroes.joined(separator: ", ")], count: others) : list(heroes)
    }

    /// The one person by whose name a chat is called that has none of its own.
    static func namesake(of chat: Chat) -> ChatPerson? {
        guard !chat.isImported, VisibleName.first(chat.givenName, chat.canonicalAlias) == nil else { return nil }
        if isCalledAsInviter(chat) { return chat.inviter }
        let people = chat.joinedCount + chat.invitedCount
        if let hero = chat.heroes.first { return chat.heroes.count == 1 && (people == 0 || people == 2) ? hero : nil }
        return chat.directUserID.map { ChatPerson(userID: $0, displayName: nil) }
    }

    /// Whether it is an invitation to a chat without a name, which is called as the person whom it comes from.
    static func isCalledAsInviter(_ chat: Chat) -> Bool {
        chat.membership == .invited && chat.inviter != nil
            && VisibleName.first(chat.givenName, chat.canonicalAlias) == nil
    }

    /// As in `Bo`, `Bo and Kim`, `Bo, Kim and Ana`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return .words("list.last", ["names": names.dropLast().joined(separator: ", "), "last": last])
    }

    /// The first part of a Matrix ID, without the `@`; all of it where nothing of that part can be seen.
    static func shortID(_ userID: String) -> String {
        UserID(userID).flatMap { VisibleName.first($0.localpart) } ?? userID
    }

    /// A number that is the same for the same person, on every device and day.
    static func hue(_ userID: String) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in userID.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash % 1_000)
    }
}
