import Conversations
import ViewModels

/// Shows the form for a new chat and its suggestions.
@MainActor
final class CreateChatHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func formChanged() {
        let canEncrypt = parts.environment.sealingKey != nil
        parts.events.createChat.raise { [queue = parts.queue, state = parts.state] in
            let form = state.createChat
            let name = form.purpose.chatID.map { state.chatList.chats[$0].map(Naming.chat) ?? "" }
            let content = CreateChatContent(form, chatName: name, canEncrypt: canEncrypt)
            return CreateChatViewModelBuilder(form: content, queue: queue).build()
        }
        suggestionsChanged()
    }

    /// Updates the suggestions; the form stays unchanged.
    func suggestionsChanged() {
        let state = parts.state
        guard state.navigation.screen == .createChat else { return }
        parts.events.suggestions.raise { [queue = parts.queue] in
            let form = state.createChat
            let (text, ownUserID) = (form.text, state.account.userID)
            return AutocompleteContactViewModelBuilder(
                text: text,
                suggestions: SuggestionFinder(for: form, contacts: state.contacts, ownUserID: ownUserID).find(),
                directory: form.directory, hasMembers: !form.members.isEmpty, ownUserID: ownUserID
            ).build { queue.post(CreateChatEvent.adding(text: text, person: $0)) }
        }
    }
}
