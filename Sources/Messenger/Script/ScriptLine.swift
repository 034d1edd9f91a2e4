/// A request to send a text to a chat, from a program without a screen. It is never parsed as a command.
package struct ScriptLine: Hashable, Sendable {
    /// The transaction ID of the line.
    let id: String
    let chatID: String
    let text: String

    /// The maximum length in bytes.
    package static let maximumBytes = ComposedLine.maximumBytes
}
