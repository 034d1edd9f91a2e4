import Conversations
import ViewModels

/// What arrived in a chat and is worth a notice.
struct Arrival: Hashable {
    let chatID: String
    /// Text from outside, as the next.
    let chatName: String
    /// What was said last, and by whom where that isn't clear.
    let text: String
    var count: Int
    var isMention: Bool

    init(chatID: String, chatName: String, text: String, count: Int, isMention: Bool) {
        self.chatID = chatID
        self.chatName = chatName
        self.text = text
        self.count = count
        self.isMention = isMention
    }

    /// - Parameter last: the newest of the messages.
    init(in chat: Chat, last: Message, count: Int, isMention: Bool) {
        let said = last.kind == .encrypted ? .words("chat.encrypted-message") : last.body
        let hero = chat.heroes.first { $0.userID == last.sender }
        let sender = hero.map(Naming.person) ?? Naming.shortID(last.sender)
        let isClear = chat.directUserID != nil || chat.joinedCount <= 2
        let text = last.kind == .emote ? "* \(sender) \(said)" : isClear ? said : "\(sender): \(said)"
        self.init(chatID: chat.id, chatName: Naming.chat(chat), text: text, count: count, isMention: isMention)
    }

    init(invitation chat: Chat) {
        let text = String.words(
            "invitation.invites-you", ["name": chat.inviter.map(Naming.person) ?? .words("invitation.somebody")])
        self.init(chatID: chat.id, chatName: Naming.chat(chat), text: text, count: 1, isMention: true)
    }
}
