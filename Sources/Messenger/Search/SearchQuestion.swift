/// What the index of words is asked.
package struct SearchQuestion: Hashable, Sendable {
    /// Counted up with each.
    let number: Int
    let text: SearchedText
    /// The chat in which alone it is looked for; `nil` for all.
    let chatID: String?
    /// The chats that those names mean which were typed after `in:`; `nil` where none was.
    let namedChatIDs: Set<String>?
    /// Before which place; `nil` for the newest.
    let before: Int64?
}
