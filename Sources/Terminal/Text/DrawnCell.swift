/// The part of a character that stands in one cell of ncurses, or in two: a code point that has columns, with its marks.
struct DrawnCell: Hashable, Sendable {
    var text: String
    let columns: Int

    /// The cells on a terminal with another charset than UTF-8: without marks, and spelled where it lacks the letter.
    func cells(in charset: TerminalCharset) -> [DrawnCell] {
        guard let letter = text.unicodeScalars.first else { return [] }
        if charset.bytes(of: letter) != nil { return [DrawnCell(text: String(letter), columns: columns)] }
        return AsciiForm.spelled(letter, columns: columns).map { DrawnCell(text: String($0), columns: 1) }
    }
}
