import Conversations

extension Chat {
    /// A chat that the server has made and the sync has not brought yet.
    static func justCreated(_ chatID: String, with userID: String? = nil, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.directUserID = userID
        chat.lastActivity = now
        return chat
    }
}
