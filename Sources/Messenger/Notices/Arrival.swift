import Conversations

/// New messages in a chat, or an invitation, that may raise a notification.
struct Arrival: Hashable {
    let chat: Chat
    /// The last message; `nil` for an invitation.
    let last: Message?
    /// The number of new messages; 0 if a known message turns out to be a mention.
    var count: Int
    var isMention: Bool

    var chatID: String { chat.id }

    /// The ID of the thread that has the last message; `nil` if the message is in the main timeline.
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
