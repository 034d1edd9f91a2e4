import Conversations

extension SuggestionFinder {
    /// Of what is typed into the form for a new chat.
    @MainActor
    init(for form: CreateChatModel, contacts: ContactModel, ownUserID: String) {
        self.init(
            text: form.text, known: contacts.known, directory: form.directory,
            members: form.present.union(form.members.map(\.userID)), ownUserID: ownUserID)
    }
}
