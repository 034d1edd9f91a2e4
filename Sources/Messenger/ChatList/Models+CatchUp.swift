extension Models {
    /// Where to go next to catch up: what is unread, then what was sent to another chat and refused.
    var nextToCatchUp: String? {
        chatList.nextUnread
            ?? outbox.newestRefusal { $0 != chatList.openChatID && chatList.chats[$0] != nil }
    }
}
