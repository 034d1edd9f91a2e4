/// A query to the search index.
package struct SearchQuestion: Hashable, Sendable {
    /// The number of the query, which rises with each.
    let number: Int
    let text: SearchedText
    /// The chat to search; `nil` for all.
    let chatID: String?
    /// The chats that match the names after `in:`; `nil` if no chat is named.
    let namedChatIDs: Set<String>?
    /// The position before which to search; `nil` for the newest results.
    let before: Int64?
}
