/// A line of a chat: a row of the window and a line within it.
struct ChatPlace: Comparable {
    var row: Int
    var line: Int

    static let start = ChatPlace(row: 0, line: 0)

    static func < (left: ChatPlace, right: ChatPlace) -> Bool {
        (left.row, left.line) < (right.row, right.line)
    }
}
