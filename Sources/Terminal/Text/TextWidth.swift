import CNcurses

/// How many columns text takes on the screen, measured as ncurses draws it.
package enum TextWidth {
    /// The columns of one character with its marks: 0 for what is not drawn, 1 or 2.
    package static func columns(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        return columns(drawable: drawable(character))
    }

    package static func columns(_ text: String) -> Int {
        text.reduce(0) { $0 + columns($1) }
    }

    /// The character as it can stand in a cell.
    package static func drawable(_ character: Character) -> String {
        String(character)
    }

    private static func columns(drawable text: String) -> Int {
        guard let first = text.unicodeScalars.first else { return 0 }
        return max(0, Int(confab_wcwidth(first.value)))
    }
}
