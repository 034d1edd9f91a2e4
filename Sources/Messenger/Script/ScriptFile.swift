/// A request to send a file to a chat, from a program without a screen.
package struct ScriptFile: Hashable, Sendable {
    /// The transaction ID of the line.
    let id: String
    let chatID: String
    /// The literal path, without any expansion.
    let path: String
    /// The caption; empty for none.
    let caption: String
}
