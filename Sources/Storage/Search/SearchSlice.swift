/// Messages that an index of words takes in together.
struct SearchSlice: Sendable {
    struct Entry: Sendable {
        let messageID: Int64
        let sender: String
        let timestamp: Int64
        /// Folded; `nil` where there is nothing to find any more.
        let words: String?
        /// What it has that can be asked for, as tokens.
        let contents: [String]
    }

    /// Bytes of words after which no further message is taken in at a time: two thousand may have a hundred megabytes.
    static let mostBytes = 1 << 20

    var entries: [Entry] = []
    /// There are others behind them.
    var isCut = false
    /// The last of the queue that is among them; `nil` where they are of what was here before.
    var lastPlace: Int64?
    /// Before which number the next of those stand; `nil` where none do, or none were looked at.
    var nextID: Int64?
    /// Whether what was here before the index is all in it with these.
    var isLast = false

    var isEmpty: Bool { entries.isEmpty && !isLast }
}
