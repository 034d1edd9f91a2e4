import ViewModels

/// A line of a chat: a row of the window and a line within it.
struct ChatPlace: Comparable {
    var row: Int
    var line: Int

    static let start = ChatPlace(row: 0, line: 0)

    static func < (left: ChatPlace, right: ChatPlace) -> Bool {
        (left.row, left.line) < (right.row, right.line)
    }
}

/// The content of a frame of the open chat to report afterwards, and the pages it needs.
struct ShownRows {
    var gaps: [ChatRowID] = []
    /// The first and the last readable row, if they changed since the previous frame.
    var readable: (first: ChatRowID, last: ChatRowID)?
    /// The nearby pictures that are not loaded at the required size, if they changed since the previous frame.
    var pictures: [PictureWish] = []
    var needsOlder = false
    var needsNewer = false
}
