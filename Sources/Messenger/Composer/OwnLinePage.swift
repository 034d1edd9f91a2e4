/// A page of own lines in a chat, newest first, as they were typed.
package struct OwnLinePage: Equatable, Sendable {
    let chatID: String
    /// The position before which they were requested.
    let before: Int64
    let lines: [String]
    /// The position before which older lines are; `nil` if there are none.
    let next: Int64?
}
