import Conversations

extension ChatListModel {
    /// The existing chat with a person: one that both are in, or an invitation from that person. A chat that
    /// either of the two has left doesn't count, since nobody would read it.
    func directChat(with userID: String) -> Chat? {
        let found = order.compactMap { chats[$0] }
        let joined = found.first { chat in
            let people = chat.joinedCount + chat.invitedCount
            return chat.directUserID == userID && chat.membership == .joined && (people == 0 || people >= 2)
        }
        return joined
            ?? found.first { $0.membership == .invited && $0.isDirectInvitation && $0.inviter?.userID == userID }
    }

    /// The Matrix IDs of the people with a direct chat.
    package var directPartners: Set<String> { Set(chats.values.compactMap(\.directUserID)) }
}
