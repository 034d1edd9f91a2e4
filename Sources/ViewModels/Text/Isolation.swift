import CFribidi

/// Text within other text, ordered by itself (UAX #9, FSI and PDI): a name that is read from right to left takes nothing of what
/// stands beside it along.
enum Isolation {
    static let opening: Unicode.Scalar = "\u{2068}"
    static let closing: Unicode.Scalar = "\u{2069}"

    /// - Returns: the text itself where all is read from left to right.
    static func isolated(_ text: String) -> String {
        hasRightToLeft(text) ? "\(opening)\(text)\(closing)" : text
    }

    /// Whether the signs of isolation in a text order nothing but what is in the text.
    static func isHarmless(_ text: String) -> Bool {
        var depth = 0
        for scalar in text.unicodeScalars {
            if scalar == opening { depth += 1 }
            if scalar == closing { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0 && hasRightToLeft(text)
    }

    private static func hasRightToLeft(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { confab_has_right_to_left($0.baseAddress, $0.count) }
    }
}

extension DisplayText {
    /// To be put into other text.
    package var isolated: String { Isolation.isolated(string) }

    /// The same, to be added to other text.
    package var alone: DisplayText { DisplayText(joined: isolated) }

    /// What somebody said, after who did, each in its own order.
    package static func said(by name: DisplayText, _ words: DisplayText) -> DisplayText {
        DisplayText(joined: "\(name.isolated): \(words.isolated)")
    }
}
