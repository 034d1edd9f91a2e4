/// An emoji of several code points: joined of others (UAX #29, GB11), or with a tone of skin.
///
/// It takes two columns, whether the terminal draws it whole or only its first code point.
struct EmojiCluster: Hashable, Sendable {
    /// What a terminal has to draw in two columns for this to be whole. They don't agree on that.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: Int

        /// Others follow a joiner.
        static let joined = Kinds(rawValue: 1)
        /// A tone of skin follows.
        static let toned = Kinds(rawValue: 2)
        /// The first code point alone takes one column.
        static let widened = Kinds(rawValue: 4)
    }

    /// As many code points as the longest of Unicode's own list has.
    private static let longest = 10

    let text: String
    let kinds: Kinds
    let first: Unicode.Scalar

    /// - Returns: `nil` where it is something else, or longer than any that people write.
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
        // Joiners at the end would join what comes to stand beside them.
        var kept = character.unicodeScalars
        while kept.last == "\u{200D}" { kept.removeLast() }
        text = String(kept)
        self.kinds = kinds
        self.first = first
    }

    /// The cells that stand for it where the terminal can't draw it.
    var reducedCells: [DrawnCell] {
        kinds.contains(.widened)
            ? [DrawnCell(text: String(first), columns: 1), DrawnCell(text: " ", columns: 1)]
            : [DrawnCell(text: String(first), columns: 2)]
    }

    /// Digits are emoji as well, and the tones themselves.
    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x2000 && scalar.properties.isEmoji && !scalar.properties.isEmojiModifier
            && TextWidth.columns(scalar) > 0
    }
}
