import Conversations

extension Chat {
    /// A placeholder for a chat that the server has created and the sync has not delivered yet.
    static func justCreated(_ chatID: String, as new: NewChat, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.directUserID = new.isDirect ? new.userIDs.first : nil
        chat.givenName = new.name
        chat.isEncrypted = new.isEncrypted || new.asksForEncryption
        chat.heroes = new.userIDs.map { ChatPerson(userID: $0, displayName: nil) }
        chat.lastActivity = now
        return chat
    }
}
