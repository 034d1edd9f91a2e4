import Conversations

extension Chat {
    /// Makes a chat that was joined but hasn't arrived with the sync yet.
    static func justJoined(_ chatID: String, as address: RoomAddress, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        if address.name != chatID { chat.canonicalAlias = address.name }
        chat.lastActivity = now
        return chat
    }
}
