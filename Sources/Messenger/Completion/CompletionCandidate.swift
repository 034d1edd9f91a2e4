/// A completion for the text that is being typed.
package enum CompletionCandidate: Hashable, Sendable {
    /// - called: the name that identifies them in a line of this chat, without the `@`.
    case person(userID: String, displayName: String, called: String)
    case emoji(String, name: String)
    case command(SlashCommand)
    /// A suggested spelling.
    case spelling(String)
    /// Adds the typed word to the dictionary.
    case newWord(String)
}
