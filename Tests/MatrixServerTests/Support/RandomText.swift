import TestSeeds

/// Pairs of short texts that are often almost equal: with other normalizations, with other cases, or with U+0000.
struct RandomText {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Characters with a composed and a decomposed form, in equivalent pairs, including those of the newest Unicode.
    private static let equivalents: [(String, String)] = [
        ("\u{e9}", "e\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{212B}", "\u{c5}"), ("\u{1E9}", "k\u{30C}"),
        ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{958}", "\u{915}\u{93C}"), ("\u{2260}", "=\u{338}"),
        ("\u{FB1D}", "\u{5D9}\u{5B4}"), ("\u{11383}", "\u{11382}\u{113C9}"), ("\u{16D68}", "\u{16D67}\u{16D67}"),
        ("a\u{323}\u{302}", "a\u{302}\u{323}"), ("\u{F900}", "\u{8C48}"), ("\u{1F71}", "\u{3AC}"),
    ]

    mutating func pair() -> (String, String) {
        var (one, other) = ("", "")
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                let both = Self.equivalents.randomElement(using: &random) ?? ("", "")
                one += Bool.random(using: &random) ? both.0 : both.1
                other += Bool.random(using: &random) ? both.0 : both.1
            case 3 where Int.random(in: 0..<4, using: &random) == 0:
                one += "\0"
                if Bool.random(using: &random) { other += "\0" }
            case 4:
                one.unicodeScalars.append(scalar())
                other.unicodeScalars.append(scalar())
            default:
                let same = scalar()
                one.unicodeScalars.append(same)
                other.unicodeScalars.append(same)
            }
        }
        return (one, other)
    }

    /// Returns any scalar, with a bias to ASCII, accented letters and combining marks.
    private mutating func scalar() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0x17F, 0x300...0x36F, 0x1...0xD7FF, 0xE000...0x10FFFF]
        let range = ranges.randomElement(using: &random) ?? 0x20...0x7E
        return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "x"
    }
}
