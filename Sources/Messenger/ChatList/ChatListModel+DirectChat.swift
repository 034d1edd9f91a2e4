import Conversations

extension ChatListModel {
    /// The chat with a person that is there already: one that both are in, or an invitation that they sent. Where one of the two
    /// has left there is nobody to talk to, so that such a chat doesn't count.
    func directChat(with userID: String) -> Chat? {
        let found = order.compactMap { chats[$0] }
        let joined = found.first { chat in
            let people = chat.joinedCount + chat.invitedCount
            return chat.directUserID == userID && chat.membership == .joined && (people == 0 || people >= 2)
        }
        return joined
            ?? found.first { $0.membership == .invited && $0.isDirectInvitation && $0.inviter?.userID == userID }
    }

    /// Those with whom there is a direct chat, by Matrix ID.
    var directPartners: Set<String> { Set(chats.values.compactMap(\.directUserID)) }
}
