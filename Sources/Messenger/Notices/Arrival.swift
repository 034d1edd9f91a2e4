import Conversations

/// What arrived in a chat and is worth a notice.
struct Arrival: Hashable {
    let chat: Chat
    /// What was said last; `nil` where the chat itself arrived, as an invitation.
    let last: Message?
    /// How many, as nobody was told of them before; none where one of those turns out to be a mention.
    var count: Int
    var isMention: Bool

    var chatID: String { chat.id }

    /// - Parameter last: the newest of the messages.
    init(in chat: Chat, last: Message, count: Int, isMention: Bool) {
        self.chat = chat
        self.last = last
        self.count = count
        self.isMention = isMention
    }

    init(invitation chat: Chat) {
        self.chat = chat
        last = nil
        count = 1
        isMention = true
    }
}
