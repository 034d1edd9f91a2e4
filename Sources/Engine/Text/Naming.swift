package import Conversations
import MatrixAPI

/// The names of people and chats (client-server API, "Calculating the display name for a user" and "for a room").
package enum Naming {
    package static func person(_ person: ChatPerson) -> String {
        distinct(
            given(contactName: person.contactName, displayName: person.displayName), of: person.userID,
            isShared: person.isNameShared)
    }

    /// Returns the name with the Matrix ID, for places where the identity matters.
    package static func identified(_ person: ChatPerson) -> String {
        let name = given(contactName: person.contactName, displayName: person.displayName) ?? shortID(person.userID)
        return "\(name) (\(person.userID))"
    }

    /// Returns the name, with the Matrix ID if others have the same name or it looks like an ID.
    ///
    /// - Parameter name: `nil` for a person without a name, who gets the localpart of the ID, or all of the ID.
    package static func distinct(_ name: String?, of userID: String, isShared: Bool) -> String {
        guard let name, name != userID else { return isShared || name != nil ? userID : shortID(userID) }
        // An imported chat contains names in the form in which they were displayed.
        if name.hasSuffix("(\(userID))") { return name }
        return isShared || VisibleName.resemblesID(name) ? "\(name) (\(userID))" : name
    }

    /// Returns the name given by the account's owner, or else the person's own; `nil` if there is no visible name.
    package static func given(contactName: String?, displayName: String?) -> String? {
        VisibleName.first(contactName, displayName)
    }

    /// Returns the person after whom a chat without its own name is named.
    package static func namesake(of chat: Chat) -> ChatPerson? {
        guard !chat.isImported, VisibleName.first(chat.givenName, chat.canonicalAlias) == nil else { return nil }
        if isCalledAsInviter(chat) { return chat.inviter }
        let people = chat.joinedCount + chat.invitedCount
        if let hero = chat.heroes.first { return chat.heroes.count == 1 && (people == 0 || people == 2) ? hero : nil }
        return chat.directUserID.map { ChatPerson(userID: $0, displayName: nil) }
    }

    /// Returns whether it is an invitation to an unnamed chat, which is named after the inviter.
    package static func isCalledAsInviter(_ chat: Chat) -> Bool {
        chat.membership == .invited && chat.inviter != nil
            && VisibleName.first(chat.givenName, chat.canonicalAlias) == nil
    }

    /// Returns the localpart of a Matrix ID, or all of the ID if the localpart has no visible characters.
    package static func shortID(_ userID: String) -> String {
        UserID(userID).flatMap { VisibleName.first($0.localpart) } ?? userID
    }

    /// Returns a hash of the Matrix ID from 0 to 999, which is the same on every device and in every run.
    package static func hue(_ userID: String) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in userID.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash % 1_000)
    }
}

extension Chat {
    /// Returns a person who is known without reading the member list: a hero of the chat name or the last sender.
    package func person(_ userID: String) -> ChatPerson? {
        if let hero = heroes.first(where: { $0.userID == userID }) { return hero }
        return lastSender?.userID == userID ? lastSender : nil
    }
}
