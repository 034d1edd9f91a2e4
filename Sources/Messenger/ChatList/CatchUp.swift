/// Where to go next to catch up, of what several models know.
@MainActor
struct CatchUp {
    private let chatList: ChatListModel
    private let outbox: OutboxModel

    init(_ models: SessionModels) {
        chatList = models.chatList
        outbox = models.outbox
    }

    /// What is unread, then what was sent to another chat and refused.
    var next: String? {
        chatList.nextUnread
            ?? outbox.newestRefusal { $0 != chatList.openChatID && chatList.chats[$0] != nil }
    }
}
