/// A file that somebody without a screen wants to be sent in a chat.
package struct ScriptFile: Hashable, Sendable {
    /// The transaction identifier that its line will have.
    let id: String
    let chatID: String
    /// As it is: nothing in it stands for something else.
    let path: String
    /// Empty where nothing is said of it.
    let caption: String
}
