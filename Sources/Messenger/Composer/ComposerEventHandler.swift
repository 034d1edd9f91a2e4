/// Tells the screen what changed about what is written.
@MainActor
struct ComposerEventHandler {
    private let composer: ComposerHandler
    private let chatList: ChatListHandler
    private let navigation: NavigationHandler

    init(_ handlers: SessionHandlers) {
        composer = handlers.composer
        chatList = handlers.chatList
        navigation = handlers.navigation
    }

    func composerChanged() { composer.changed() }

    func helpAsked() { navigation.changed() }

    func draftChanged() {
        chatList.changed()
        navigation.chatsChanged()
    }
}
