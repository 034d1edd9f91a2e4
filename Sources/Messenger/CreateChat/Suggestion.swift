import Conversations

/// Somebody who could be meant by what is typed into the form for a new chat.
struct Suggestion: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case contact(Contact.Place)
        /// A direct chat.
        case chat
        case directory
        /// The Matrix ID as it was typed.
        case typed
    }

    let person: ChatPerson
    let source: Source
}
