/// Tells the screen what changed about the form for a new chat.
@MainActor
final class CreateChatEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func started() {
        raiser.raiseNavigation()
        formChanged()
    }

    func formChanged() {
        raiser.raiseCreateChat()
        raiser.raiseSuggestions()
    }

    /// The form stays as it is.
    func suggestionsChanged() { raiser.raiseSuggestions() }

    func created() {
        formChanged()
        raiser.raiseChatList()
    }
}
