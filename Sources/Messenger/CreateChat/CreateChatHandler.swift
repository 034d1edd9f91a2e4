import Conversations
import ViewModels

/// Shows the form for a new chat and who could be meant in it.
@MainActor
final class CreateChatHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func formChanged() {
        let canEncrypt = parts.environment.sealingKey != nil
        parts.events.createChat.raise { [queue = parts.queue, form = parts.models.createChat] in
            CreateChatViewModelBuilder(form: CreateChatContent(form, canEncrypt: canEncrypt), queue: queue).build()
        }
        suggestionsChanged()
    }

    /// The form stays as it is.
    func suggestionsChanged() {
        let models = parts.models
        guard models.navigation.screen == .createChat else { return }
        parts.events.suggestions.raise { [queue = parts.queue] in
            let form = models.createChat
            let (text, ownUserID) = (form.text, models.account.userID)
            return AutocompleteContactViewModelBuilder(
                text: text,
                suggestions: SuggestionFinder(for: form, contacts: models.contacts, ownUserID: ownUserID).find(),
                directory: form.directory, hasMembers: !form.members.isEmpty, ownUserID: ownUserID
            ).build { queue.post(CreateChatEvent.adding(text: text, person: $0)) }
        }
    }
}
