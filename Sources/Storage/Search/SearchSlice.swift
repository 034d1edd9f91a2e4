/// Messages that are indexed together.
struct SearchSlice: Sendable {
    struct Entry: Sendable {
        let messageID: Int64
        let sender: String
        let timestamp: Int64
        /// The folded text; `nil` if the message can't be found anymore.
        let words: String?
        /// The content types, as tokens.
        let contents: [String]
    }

    /// The number of bytes of text after which a slice ends: two thousand messages may have a hundred megabytes.
    static let mostBytes = 1 << 20

    var entries: [Entry] = []
    /// Whether more messages follow.
    var isCut = false
    /// The place of the last queued message among them; `nil` if they are from before the index was created.
    var lastPlace: Int64?
    /// The ID before which the next messages are; `nil` if there are none, or none were read.
    var nextID: Int64?
    /// Whether all messages from before the index was created are indexed after this slice.
    var isLast = false

    var isEmpty: Bool { entries.isEmpty && !isLast }
}
