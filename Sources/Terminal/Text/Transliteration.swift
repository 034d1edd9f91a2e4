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
