/// An emoji of several code points: joined from others (UAX #29, GB11), or with a skin tone.
///
/// It takes two columns, even if the terminal draws only its first code point.
struct EmojiCluster: Hashable, Sendable {
    /// The features that a terminal needs in order to draw the emoji in two columns. Support differs between terminals.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: Int

        /// Emoji that are joined to others.
        static let joined = Kinds(rawValue: 1)
        /// Emoji with a skin tone.
        static let toned = Kinds(rawValue: 2)
        /// Emoji whose first code point alone takes one column.
        static let widened = Kinds(rawValue: 4)
    }

    /// The number of code points in the longest emoji of Unicode's list.
    private static let longest = 10

    let text: String
    let kinds: Kinds
    let first: Unicode.Scalar

    /// - Returns: `nil` if the character is no such emoji, or is longer than any in use.
    init?(_ character: Character) {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next(), var scalar = scalars.next(), Self.isPictograph(first) else { return nil }
        var kinds: Kinds = []
        var (count, isAfterJoiner, mayBeToned) = (1, false, true)
        while true {
            count += 1
            guard count <= Self.longest else { return nil }
            switch scalar.value {
            case 0x200D: isAfterJoiner = true
            case 0xFE0F where !isAfterJoiner: break
            case 0x1F3FB...0x1F3FF where !isAfterJoiner && mayBeToned:
                kinds.insert(.toned)
                mayBeToned = false
            case _ where isAfterJoiner && Self.isPictograph(scalar):
                kinds.insert(.joined)
                (isAfterJoiner, mayBeToned) = (false, true)
            default: return nil
            }
            guard let next = scalars.next() else { break }
            scalar = next
        }
        guard !kinds.isEmpty else { return nil }
        if TextWidth.columns(first) == 1 { kinds.insert(.widened) }
        // A trailing joiner would join the emoji to the text after it.
        var kept = character.unicodeScalars
        while kept.last == "\u{200D}" { kept.removeLast() }
        text = String(kept)
        self.kinds = kinds
        self.first = first
    }

    /// The cells to draw if the terminal can't draw the emoji as a whole.
    var reducedCells: [DrawnCell] {
        kinds.contains(.widened)
            ? [DrawnCell(text: String(first), columns: 1), DrawnCell(text: " ", columns: 1)]
            : [DrawnCell(text: String(first), columns: 2)]
    }

    /// Whether a code point is an emoji by itself. Digits and skin tones have the emoji property too, and are excluded.
    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x2000 && scalar.properties.isEmoji && !scalar.properties.isEmojiModifier
            && TextWidth.columns(scalar) > 0
    }
}
