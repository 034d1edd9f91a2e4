import CFribidi

/// Sanitizes text by others for the screen; there is no other way to display it (quality.md, "Nothing sneaks in").
enum Sanitizer {
    /// The maximum number of combining marks per character.
    static let maximumMarks = 8

    static func sanitize(_ text: String, keepsLines: Bool) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        var previousWasReturn = false
        var hasIsolation = false
        // The letters since a black flag. They are its region if the end tag follows, and invalid otherwise.
        var region: [Unicode.Scalar]?
        for scalar in text.unicodeScalars {
            let isReturn = scalar == "\r"
            defer { previousWasReturn = isReturn }
            if scalar == "\n", previousWasReturn { continue }
            if let letters = region {
                if isTagLetter(scalar), letters.count < maximumRegion {
                    region = letters + [scalar]
                    continue
                }
                region = nil
                if scalar == tagEnd, !letters.isEmpty {
                    result.append(contentsOf: letters + [scalar])
                    continue
                }
                result.append(contentsOf: letters.map { _ in "\u{FFFD}" })
            }
            if scalar == "\u{1F3F4}" { region = [] }
            if isMark(scalar) {
                marks += 1
                if marks > maximumMarks { continue }
                result.append(scalar)
                continue
            }
            marks = 0
            switch scalar {
            case "\n", "\r": result.append(keepsLines ? "\n" : "\u{2424}")
            case "\t": result.append(contentsOf: (keepsLines ? "    " : " ").unicodeScalars)
            case Isolation.opening, Isolation.closing:
                hasIsolation = true
                result.append(scalar)
            default: result.append(replacement(for: scalar) ?? scalar)
            }
        }
        result.append(contentsOf: (region ?? []).map { _ in "\u{FFFD}" })
        let shown = String(result)
        guard hasIsolation, !Isolation.isHarmless(shown) else { return shown }
        // Unbalanced isolation characters would change the order of surrounding text. They aren't from ``Words``, which
        // adds only balanced ones.
        return shown.replacing(/[\u{2068}\u{2069}]/, with: "\u{FFFD}")
    }

    /// Whether the scalar is a tag letter or tag digit of the region in a flag emoji (UTS #51, emoji tag sequence).
    private static func isTagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
    }

    private static let tagEnd: Unicode.Scalar = "\u{E007F}"
    /// The maximum number of letters in a flag's region; longer than any region code.
    private static let maximumRegion = 8

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Returns a visible symbol for a scalar that could control a terminal or change the direction of the line.
    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x80...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            "\u{FFFD}"
        default: nil
        }
    }
}

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
    package static func quote(by name: DisplayText, _ words: DisplayText) -> DisplayText {
        DisplayText(joined: "\(name.isolated): \(words.isolated)")
    }
}
