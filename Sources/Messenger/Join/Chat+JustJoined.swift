import Conversations

extension Chat {
    /// A chat that the server let one join, and that the sync has not brought yet.
    static func justJoined(_ chatID: String, as address: RoomAddress, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        if address.name != chatID { chat.canonicalAlias = address.name }
        chat.lastActivity = now
        return chat
    }
}
