/// The form of a character on a terminal that takes nothing but ASCII.
enum AsciiForm {
    /// The signs that panes draw; another character is a question mark a column.
    private static let forms: [Unicode.Scalar: Character] = [
        "▌": ">", "▏": "|", "▎": "|", "▐": "|", "█": "#", "▀": "\"", "▄": "_", "░": ".", "▒": ":", "▓": "#",
        "…": "~", "·": ".", "•": "*", "●": "*", "○": "o", "◌": "o", "◆": "*", "⊘": "-", "✉": "@", "✓": "v", "✔": "v",
        "✗": "x", "✘": "x", "★": "*", "☆": "*", "‹": "<", "›": ">", "«": "<", "»": ">", "←": "<", "→": ">", "↑": "^",
        "↓": "v",
        "↵": "<", "↪": ">", "↳": "\\", "┆": ":", "⏎": "<", "▸": ">", "▶": ">", "▾": "v", "▼": "v", "▴": "^", "▲": "^",
        "◂": "<",
        "◀": "<",
        "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "‐": "-", "‑": "-", "–": "-", "—": "-",
        "−": "-", "×": "x", "÷": "/", "\u{A0}": " ", "\u{2007}": " ", "\u{202F}": " ", "¡": "!", "¿": "?", "¦": "|",
    ]

    /// - Parameter text: what ``TextWidth/drawable(_:)`` gave.
    /// - Returns: as many ASCII characters as the text has columns.
    static func form(of text: String) -> String {
        if TextWidth.isPrintableASCII(text) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            let columns = TextWidth.columns(scalar)
            guard columns > 0 else { continue }
            result += String(repeating: form(of: scalar), count: columns)
        }
        return result
    }

    /// - Parameter text: what ``TextWidth/drawable(_:)`` gave.
    /// - Returns: the text in ASCII, of any width.
    static func spelled(_ text: String) -> String {
        text.unicodeScalars.map { spelled($0, columns: TextWidth.columns($0)) }.joined()
    }

    /// - Returns: the letters that spell a code point, a question mark a column where nothing does.
    static func spelled(_ scalar: Unicode.Scalar, columns: Int) -> String {
        if scalar.isASCII { return String(scalar) }
        if let form = forms[scalar] ?? line(scalar) { return String(repeating: form, count: columns) }
        if let letters = Transliteration.letters(of: scalar) { return letters }
        return letter(scalar).map { String($0) } ?? String(repeating: "?", count: columns)
    }

    private static func form(of scalar: Unicode.Scalar) -> Character { spelled(scalar, columns: 1).first ?? "?" }

    /// Box drawing: horizontal, vertical, and all that joins them.
    private static func line(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576, 0x2578, 0x257A: "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577, 0x2579, 0x257B: "|"
        case 0x2500...0x257F: "+"
        default: nil
        }
    }

    /// A Latin letter without its accent: a name stays readable.
    private static func letter(_ scalar: Unicode.Scalar) -> Character? {
        guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) else { return nil }
        // Names of letters in Unicode read "LATIN SMALL LETTER E WITH ACUTE".
        guard let words = scalar.properties.name?.split(separator: " "), words.count > 3, words[0] == "LATIN",
            words[2] == "LETTER", words[3].utf8.count == 1, let letter = words[3].first
        else { return nil }
        return words[1] == "SMALL" ? letter.lowercased().first : letter
    }
}
