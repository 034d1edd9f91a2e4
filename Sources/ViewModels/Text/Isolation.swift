import CFribidi

/// Isolates the direction of text within other text (UAX #9, FSI and PDI). A right-to-left name must not change the
/// order of the text around it.
enum Isolation {
    static let opening: Unicode.Scalar = "\u{2068}"
    static let closing: Unicode.Scalar = "\u{2069}"

    /// - Returns: the text unchanged if all of it is left-to-right.
    static func isolated(_ text: String) -> String {
        hasRightToLeft(text) ? "\(opening)\(text)\(closing)" : text
    }

    /// Whether the isolation characters in a text are balanced, so that they don't affect surrounding text.
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
    /// The isolated text for insertion into other text.
    package var isolated: String { Isolation.isolated(string) }

    /// The isolated text for concatenation with other text.
    package var alone: DisplayText { DisplayText(joined: isolated) }

    /// Returns a speaker and their words, each with its own direction.
    package static func said(by name: DisplayText, _ words: DisplayText) -> DisplayText {
        DisplayText(joined: "\(name.isolated): \(words.isolated)")
    }
}
