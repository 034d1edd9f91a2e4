/// Words that somebody without a screen wants to be said in a chat: text as it is, never a command.
package struct ScriptLine: Hashable, Sendable {
    /// The transaction identifier that it will have.
    let id: String
    let chatID: String
    let text: String

    /// More than this no line has, in bytes.
    package static let maximumBytes = ComposedLine.maximumBytes
}
