/// A cursor position in a text: before a character of one of its lines.
struct TextPlace: Comparable, Hashable {
    var line: Int
    var column: Int

    static func < (left: TextPlace, right: TextPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
