/// Tells the screen what changed about a chat's details.
@MainActor
struct ChatDetailsEventHandler {
    private let details: ChatDetailsHandler
    private let navigation: NavigationHandler
    private let chatList: ChatListHandler
    private let timeline: TimelineHandler
    private let composer: ComposerHandler

    init(_ handlers: SessionHandlers) {
        details = handlers.chatDetails
        navigation = handlers.navigation
        chatList = handlers.chatList
        timeline = handlers.timeline
        composer = handlers.composer
    }

    func detailsOpened() {
        details.changed()
        navigation.changed()
    }

    func detailsChanged() { details.changed() }

    /// What one may do in the chat and with its messages is another.
    func powerChanged(chatID: String) {
        chatList.changed()
        timeline.chatsChanged([chatID])
        composer.openChatChanged()
    }
}
