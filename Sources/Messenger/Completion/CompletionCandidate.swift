/// Something that can stand in place of what is being typed.
package enum CompletionCandidate: Hashable, Sendable {
    case person(userID: String, displayName: String)
    case emoji(String, name: String)
    case command(SlashCommand)
}
