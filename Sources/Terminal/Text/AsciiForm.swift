/// The ASCII form of a character, for terminals that only support ASCII.
enum AsciiForm {
    /// The characters that panes draw. Each column of any other character becomes a question mark.
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

    /// - Parameter text: a result of ``TextWidth/drawable(_:)``.
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

    /// - Parameter text: a result of ``TextWidth/drawable(_:)``.
    /// - Returns: the text in ASCII, of any width.
    static func spelled(_ text: String) -> String {
        text.unicodeScalars.map { spelled($0, columns: TextWidth.columns($0)) }.joined()
    }

    /// - Returns: the letters that spell a code point, or a question mark for each column if there are none.
    static func spelled(_ scalar: Unicode.Scalar, columns: Int) -> String {
        if scalar.isASCII { return String(scalar) }
        if let form = forms[scalar] ?? line(scalar) { return String(repeating: form, count: columns) }
        if let letters = Transliteration.letters(of: scalar) { return letters }
        return letter(scalar).map { String($0) } ?? String(repeating: "?", count: columns)
    }

    private static func form(of scalar: Unicode.Scalar) -> Character { spelled(scalar, columns: 1).first ?? "?" }

    /// Returns `-`, `|` or `+` for a box drawing character; `nil` for any other.
    private static func line(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576, 0x2578, 0x257A: "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577, 0x2579, 0x257B: "|"
        case 0x2500...0x257F: "+"
        default: nil
        }
    }

    /// Returns a Latin letter without its accent, so that names stay readable.
    private static func letter(_ scalar: Unicode.Scalar) -> Character? {
        guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) else { return nil }
        // Unicode names have the form "LATIN SMALL LETTER E WITH ACUTE".
        guard let words = scalar.properties.name?.split(separator: " "), words.count > 3, words[0] == "LATIN",
            words[2] == "LETTER", words[3].utf8.count == 1, let letter = words[3].first
        else { return nil }
        return words[1] == "SMALL" ? letter.lowercased().first : letter
    }
}

/// Transliterates letters of other alphabets to ASCII, so that the text stays readable.
enum Transliteration {
    /// - Returns: `nil` for letters that no table has.
    static func letters(of scalar: Unicode.Scalar) -> String? {
        if let letters = table[scalar] { return letters }
        let small = scalar.properties.lowercaseMapping
        guard let first = small.unicodeScalars.first, small.unicodeScalars.count == 1, first != scalar,
            let letters = table[first]
        else { return nil }
        return letters.prefix(1).uppercased() + letters.dropFirst()
    }

    private static let table: [Unicode.Scalar: String] = [
        // Latin letters without a decomposition.
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŋ": "ng",
        "ĸ": "k", "ŧ": "t", "ı": "i", "ə": "e", "ĳ": "ij", "ﬁ": "fi", "ﬂ": "fl", "€": "EUR", "£": "GBP", "©": "(c)",
        "®": "(R)", "™": "TM", "№": "No", "°": "deg", "½": "1/2", "¼": "1/4", "¾": "3/4",
        // Cyrillic (the letters of GOST 7.79-2000, system B, and as in passports).
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "j",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "kh", "ц": "c", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "\"", "ы": "y", "ь": "'", "э": "e", "ю": "yu",
        "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u", "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj",
        "ћ": "c", "џ": "dz", "ѓ": "gj", "ќ": "kj", "ѕ": "dz", "қ": "q", "ғ": "gh", "ң": "ng", "ө": "o", "ұ": "u",
        "ү": "u", "һ": "h", "ә": "a", "ѣ": "ye",
        // Greek (ISO 843).
        "α": "a", "ά": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "έ": "e", "ζ": "z", "η": "i", "ή": "i", "θ": "th",
        "ι": "i", "ί": "i", "ϊ": "i", "ΐ": "i", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "ό": "o",
        "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "y", "ύ": "y", "ϋ": "y", "ΰ": "y", "φ": "f", "χ": "ch",
        "ψ": "ps", "ω": "o", "ώ": "o",
    ]
}
