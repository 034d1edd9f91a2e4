/// Text that can't control a terminal. Panes draw no other text.
///
/// Text by others passes ``init(sanitizing:)`` or ``init(sanitizingLines:)``; the program's own texts are used as
/// they are.
package struct DisplayText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A text of at least one line, with lines separated only by `\n`.
    package let string: String

    package init(stringLiteral value: StaticString) {
        string = value.description
    }

    /// Creates a single line. Line breaks become `␤`, and characters that could control a terminal become visible
    /// symbols.
    package init(sanitizing text: String) {
        string = Sanitizer.sanitize(text, keepsLines: false)
    }

    /// Creates a text as ``init(sanitizing:)`` does, but keeps CR LF, CR and LF as line breaks. A tab becomes four
    /// spaces.
    package init(sanitizingLines text: String) {
        string = Sanitizer.sanitize(text, keepsLines: true)
    }

    package static let empty: DisplayText = ""

    package var isEmpty: Bool { string.isEmpty }

    /// Concatenates texts, each of which was sanitized separately.
    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(joined: left.string + right.string)
    }

    /// A placeholder for the key of an action, filled in when the text is shown, see ``filled(_:)``.
    ///
    /// It is delimited by control characters, which text by others can't contain.
    package static func key(_ action: HintedAction) -> DisplayText {
        DisplayText(joined: "\u{1}\(action.rawValue)\u{2}")
    }

    /// Returns the text with key names in place of ``key(_:)``.
    package func filled(_ name: (HintedAction) -> String) -> DisplayText {
        guard string.utf8.contains(1) else { return self }
        return HintedAction.allCases.reduce(self) { text, action in
            DisplayText(joined: text.string.replacing(Self.key(action).string, with: name(action)))
        }
    }

    /// - Parameter joined: a concatenation of sanitized texts and the program's own.
    init(joined: String) {
        string = joined
    }
}

extension [DisplayText] {
    package func joined(separator: DisplayText) -> DisplayText {
        guard let first else { return .empty }
        return dropFirst().reduce(first) { $0 + separator + $1 }
    }
}
