/// Tells the screen what changed about the form for a new chat.
@MainActor
struct CreateChatEventHandler {
    private let form: CreateChatHandler
    private let chatList: ChatListHandler
    private let navigation: NavigationHandler

    init(_ handlers: SessionHandlers) {
        form = handlers.createChat
        chatList = handlers.chatList
        navigation = handlers.navigation
    }

    func started() {
        navigation.changed()
        form.formChanged()
    }

    func formChanged() { form.formChanged() }

    /// The form stays as it is.
    func suggestionsChanged() { form.suggestionsChanged() }

    func created() {
        form.formChanged()
        chatList.changed()
        navigation.changed()
        navigation.chatsChanged()
    }
}
