import CNcurses

/// The width of text in columns, as ncurses draws it.
package enum TextWidth {
    /// The number of combining marks that a cell of ncurses holds besides its character.
    private static let maximumMarks = Int(CONFAB_CELL_CODE_POINTS) - 1

    /// Returns the columns of a character with its marks; 0 if it is not drawn. A syllable of several letters may have
    /// more than two.
    package static func columns(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        return cells(of: character).reduce(0) { $0 + $1.columns }
    }

    package static func columns(_ text: String) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        if isPlain(text) { return text.unicodeScalars.reduce(0) { $0 + columns($1) } }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// Returns the character as terminals show it, code point by code point; empty if it is not drawn. Applied to
    /// its result, it changes nothing.
    package static func drawable(_ character: Character) -> String {
        cells(of: character).map(\.text).joined()
    }

    /// Returns the cells of a character; none if it is not drawn.
    ///
    /// Terminals draw code points separately that people see as one character. Each letter of a syllable gets its
    /// own cells with its marks, so that none is lost. A joined emoji is reduced to its first code point. A
    /// country's flag is drawn as its two letters, and a region's as a flag and its letters.
    static func cells(of character: Character) -> [DrawnCell] {
        let charset = TextLocale.output
        let cells = unicodeCells(of: character)
        return charset == .utf8 ? cells : cells.flatMap { $0.cells(in: charset) }
    }

    private static func unicodeCells(of character: Character) -> [DrawnCell] {
        if let ascii = character.asciiValue {
            return ascii >= 0x20 && ascii < 0x7F ? [DrawnCell(text: String(character), columns: 1)] : []
        }
        if let emoji = EmojiCluster(character) { return emoji.reducedCells }
        var cells: [DrawnCell] = []
        var marks = 0
        let isFlag = character.unicodeScalars.first == "\u{1F3F4}"
        for original in character.unicodeScalars {
            guard let scalar = isFlag ? tagLetter(original) ?? visible(original) : visible(original) else { continue }
            let columns = columns(scalar)
            if columns > 0 {
                cells.append(DrawnCell(text: String(scalar), columns: columns))
                marks = 0
            } else if cells.isEmpty {
                guard let base = base(for: scalar) else { return [DrawnCell(text: "\u{FFFD}", columns: 1)] }
                cells.append(DrawnCell(text: base + String(scalar), columns: self.columns(base.unicodeScalars)))
                marks = base.unicodeScalars.count
            } else if marks < maximumMarks {
                cells[cells.count - 1].text.unicodeScalars.append(scalar)
                marks += 1
            } else if scalar.properties.isAlphabetic {
                // A vowel or a subjoined letter that the cell has no room for continues in another cell.
                cells.append(DrawnCell(text: "\u{25CC}\(scalar)", columns: 1))
                marks = 1
            }
        }
        return cells
    }

    /// Returns the character as ``drawable(_:)`` does, but with emoji of several code points unchanged, for
    /// terminals that draw them.
    static func whole(_ character: Character) -> String { EmojiCluster(character)?.text ?? drawable(character) }

    /// Whether lines may break before and after the character, as between ideographs.
    static func isWide(_ character: Character) -> Bool {
        character.asciiValue == nil && cells(of: character).first?.columns == 2
    }

    /// Whether each byte is a character of one column.
    static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether each code point is a character of its own and drawn unchanged. That holds for all text of frames and
    /// for most European letters.
    static func isPlain(_ text: String) -> Bool {
        TextLocale.output == .utf8
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x386..<0x483, 0x2010..<0x2028, 0x2500..<0x25A0:
                    TextLocale.canMeasure && confab_wcwidth(scalar.value) > 0
                default: false
                }
            }
    }

    /// Returns the columns of a code point from ``visible(_:)``.
    static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value >= 0x20, scalar.value < 0x7F { return 1 }
        guard TextLocale.canMeasure else { return 1 }
        return max(0, Int(confab_wcwidth(scalar.value)))
    }

    private static func columns(_ scalars: String.UnicodeScalarView) -> Int {
        scalars.reduce(0) { $0 + columns($1) }
    }

    /// Returns the letter of a code point in a region's flag (UTS #51, emoji tag sequence).
    private static func tagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
            ? Unicode.Scalar(scalar.value - 0xE0000) : nil
    }

    /// Returns the placeholder base for a code point without columns that follows no letter.
    private static func base(for scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return "\u{25CC}"
        default: break
        }
        // Hangul vowels and final consonants need fillers in place of the missing letters before them.
        switch scalar.value {
        case 0x1160...0x11A7, 0xD7B0...0xD7C6: return "\u{115F}"
        case 0x11A8...0x11FF, 0xD7CB...0xD7FB: return "\u{115F}\u{1160}"
        default: return nil
        }
    }

    /// Returns the code point that a terminal can show; `nil` if it has no shape of its own.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7F: return scalar
        // A soft hyphen: terminals don't agree on its width inside a line.
        case 0xAD: return "-"
        // Regional indicators: some terminals draw a single one in two columns.
        case 0x1F1E6...0x1F1FF: return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
        // Variation selectors choose between shapes of different width.
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format: return nil
        case .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
        // A code point that is newer than the C library becomes U+FFFD.
        default: return TextLocale.canMeasure && confab_wcwidth(scalar.value) < 0 ? "\u{FFFD}" : scalar
        }
    }
}
