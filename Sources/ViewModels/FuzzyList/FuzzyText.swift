import Foundation

/// A text prepared for search: a number for each character, without case and accents, and the starts of words.
package struct FuzzyText: Hashable, Sendable {
    let folded: [UInt32]
    let startsWord: [Bool]

    /// - Parameter limit: the number of characters searched; characters after it are ignored.
    package init(_ text: String, limit: Int = 512) {
        var folded: [UInt32] = []
        var startsWord: [Bool] = []
        var previous = Kind.other
        for character in text.prefix(limit) {
            let kind = Kind(character)
            folded.append(Self.folded(character))
            // A capital after a small letter starts a word: `HelpPane` has two words.
            startsWord.append(kind != .other && (previous == .other || (kind == .upper && previous == .lower)))
            previous = kind
        }
        self.folded = folded
        self.startsWord = startsWord
    }

    private enum Kind {
        case upper, lower, other

        init(_ character: Character) {
            self =
                if character.isUppercase { .upper } else if character.isLetter || character.isNumber { .lower } else {
                    .other
                }
        }
    }

    /// Returns the first code point after case and accents are removed. In decomposed form accents follow the letter,
    /// so that the first code point suffices.
    static func folded(_ character: Character) -> UInt32 {
        if let ascii = character.asciiValue { return UInt32(ascii >= 0x41 && ascii <= 0x5A ? ascii + 0x20 : ascii) }
        let text = String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return text.unicodeScalars.first?.value ?? 0
    }
}
