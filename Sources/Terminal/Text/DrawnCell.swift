/// The part of a character that stands in one cell of ncurses, or in two: a code point that has columns, with its marks.
struct DrawnCell: Hashable, Sendable {
    var text: String
    let columns: Int
}
