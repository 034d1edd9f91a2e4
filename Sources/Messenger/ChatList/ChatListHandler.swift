import ViewModels

/// Shows the chat list.
@MainActor
final class ChatListHandler {
    private let parts: ScreenParts
    /// The cache of rows.
    let memo = ChatListRowMemo()

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        parts.events.chatList.raise { [parts, memo] in
            ChatListViewModelBuilder(
                content: ChatListContent(parts.models, time: parts.time), queue: parts.queue, memo: memo
            ).build()
        }
    }
}
