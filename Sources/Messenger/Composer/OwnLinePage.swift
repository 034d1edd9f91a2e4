/// Some of one's own lines in a chat, newest first, as they were typed.
package struct OwnLinePage: Equatable, Sendable {
    let chatID: String
    /// Before which position they were asked for.
    let before: Int64
    let lines: [String]
    /// Before which position the older ones are; `nil` where there are none.
    let next: Int64?
}
