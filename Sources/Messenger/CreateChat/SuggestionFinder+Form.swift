import Conversations

extension SuggestionFinder {
    /// Finds suggestions for the text in the form for a new chat.
    @MainActor
    init(for form: CreateChatModel, contacts: ContactModel, ownUserID: String) {
        self.init(
            text: form.text, known: contacts.known, directory: form.directory,
            members: form.present.union(form.members.map(\.userID)), ownUserID: ownUserID)
    }
}
