import Conversations

extension Models {
    /// Who could be meant by what is typed into the form for a new chat.
    var suggestions: [Suggestion] {
        SuggestionFinder(
            text: createChat.text, known: contacts.known, directory: createChat.directory,
            members: Set(createChat.members.map(\.userID)), ownUserID: account.userID
        ).find()
    }
}
