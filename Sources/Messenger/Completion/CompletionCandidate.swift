/// Something that can stand in place of what is being typed.
package enum CompletionCandidate: Hashable, Sendable {
    /// - called: what names them in a line of this chat, without the `@`.
    case person(userID: String, displayName: String, called: String)
    case emoji(String, name: String)
    case command(SlashCommand)
    /// A word that may have been meant.
    case spelling(String)
    /// The word itself, to be right from now on.
    case newWord(String)
}
