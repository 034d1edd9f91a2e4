import Foundation

/// A text as it is searched: one number for each character, the same whatever its case and accents, and where words start.
package struct FuzzyText: Hashable, Sendable {
    let folded: [UInt32]
    let startsWord: [Bool]

    /// - Parameter limit: how many characters are searched; the rest is not found.
    package init(_ text: String, limit: Int = 512) {
        var folded: [UInt32] = []
        var startsWord: [Bool] = []
        var previous = Kind.other
        for character in text.prefix(limit) {
            let kind = Kind(character)
            folded.append(Self.folded(character))
            // `HelpPane` has two words.
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

    /// Accents stand behind the letter once it is parted, so that the first code point tells enough.
    static func folded(_ character: Character) -> UInt32 {
        if let ascii = character.asciiValue { return UInt32(ascii >= 0x41 && ascii <= 0x5A ? ascii + 0x20 : ascii) }
        let text = String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return text.unicodeScalars.first?.value ?? 0
    }
}
