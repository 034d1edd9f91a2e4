/// The part of a character in one or two cells of ncurses: a code point that has columns, and its combining marks.
struct DrawnCell: Hashable, Sendable {
    var text: String
    let columns: Int

    /// Returns the cells for a terminal without UTF-8. Marks are left out, and letters that the charset
    /// lacks are spelled.
    func cells(in charset: TerminalCharset) -> [DrawnCell] {
        guard let letter = text.unicodeScalars.first else { return [] }
        if charset.bytes(of: letter) != nil { return [DrawnCell(text: String(letter), columns: columns)] }
        return AsciiForm.spelled(letter, columns: columns).map { DrawnCell(text: String($0), columns: 1) }
    }
}
