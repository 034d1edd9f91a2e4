import CNcurses

/// How many columns text takes on the screen, measured as ncurses draws it.
package enum TextWidth {
    /// How many combining marks a cell of ncurses holds beside its character.
    private static let maximumMarks = Int(CONFAB_CELL_CODE_POINTS) - 1

    /// The columns of one character with its marks: 0 for what is not drawn, 1 or 2.
    package static func columns(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        return drawable(character).unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    package static func columns(_ text: String) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        if isPlain(text) { return text.unicodeScalars.reduce(0) { $0 + columns($1) } }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// The character as it can stand in its cell or two; empty for what is not drawn. What it gives, it leaves as it is.
    ///
    /// Terminals go by code points where people see one character: of an emoji that is joined of several the first
    /// stands for all, a flag is its two letters, and a syllable of more than two columns is cut.
    package static func drawable(_ character: Character) -> String {
        if let ascii = character.asciiValue {
            return ascii >= 0x20 && ascii < 0x7F ? String(character) : ""
        }
        if let emoji = EmojiCluster(character) { return emoji.reduced }
        var result = String.UnicodeScalarView()
        var used = 0
        var marks = 0
        for scalar in character.unicodeScalars {
            // What follows is joined to what is drawn already, or colours it.
            if scalar == "\u{200D}", used > 0 { break }
            guard let scalar = visible(scalar) else { continue }
            let columns = columns(scalar)
            if columns > 0 {
                guard used + columns <= 2 else { break }
                used += columns
                marks = 0
            } else {
                if used == 0 {
                    // A mark needs something to stand on; a vowel of Hangul would not join it.
                    guard isMark(scalar) else { return "\u{FFFD}" }
                    result.append("\u{25CC}")
                    used = 1
                }
                guard marks < maximumMarks else { continue }
                marks += 1
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// The same, with emoji of several code points as they are, for terminals that draw those.
    static func whole(_ character: Character) -> String { EmojiCluster(character)?.text ?? drawable(character) }

    /// Each byte is a character of one column.
    static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Each code point is a character by itself, and drawn as it is: all that is, of what stands in frames and in most
    /// letters of Europe.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x386..<0x483, 0x2010..<0x2028, 0x2500..<0x25A0:
                TextLocale.canMeasure && confab_wcwidth(scalar.value) > 0
            default: false
            }
        }
    }

    /// The columns of a code point that ``visible(_:)`` gave.
    static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value >= 0x20, scalar.value < 0x7F { return 1 }
        guard TextLocale.canMeasure else { return 1 }
        return max(0, Int(confab_wcwidth(scalar.value)))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// The code point as a terminal can show it, `nil` for what has no shape of its own.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7F: return scalar
        // A hyphen where the line breaks, and terminals don't agree on where it doesn't.
        case 0xAD: return "-"
        // Regional indicators: some terminals draw one of them in two columns.
        case 0x1F1E6...0x1F1FF: return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
        // They choose between shapes of different width.
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format: return nil
        case .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
        // A code point that is newer than the C library.
        default: return TextLocale.canMeasure && confab_wcwidth(scalar.value) < 0 ? "\u{FFFD}" : scalar
        }
    }
}
