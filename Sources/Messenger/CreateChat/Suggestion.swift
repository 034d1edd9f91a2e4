import Conversations

/// A suggestion for the text in the form for a new chat.
struct Suggestion: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case contact(Contact.Place)
        /// The person has a direct chat with the account.
        case chat
        case directory
        /// The person was given as a Matrix ID.
        case typed
    }

    let person: ChatPerson
    let source: Source
}
