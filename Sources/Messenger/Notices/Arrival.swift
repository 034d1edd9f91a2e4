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

    /// The thread in which it is read, by the event with which that began; `nil` where it stands in the chat itself.
    var threadID: String? { last.flatMap { $0.standsInThread ? $0.threadID : nil } }

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
