/// Text that can't do anything to a terminal but be read. Panes draw no other text.
///
/// What comes from others passes ``init(sanitizing:)`` or ``init(sanitizingLines:)``; the program's own words pass as they are.
package struct DisplayText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// One or more lines, parted by `\n` alone.
    package let string: String

    package init(stringLiteral value: StaticString) {
        string = value.description
    }

    /// One line: line breaks become `␤`, all that could steer a terminal becomes a visible mark.
    package init(sanitizing text: String) {
        string = Sanitizer.sanitize(text, keepsLines: false)
    }

    /// As ``init(sanitizing:)`` but CR LF, CR and LF are kept as line breaks and a tab becomes four spaces.
    package init(sanitizingLines text: String) {
        string = Sanitizer.sanitize(text, keepsLines: true)
    }

    package static let empty: DisplayText = ""

    package var isEmpty: Bool { string.isEmpty }

    /// Texts one after the other; each was sanitized by itself.
    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(joined: left.string + right.string)
    }

    /// The key of an action, as it is when the text is shown: see ``filled(_:)``.
    ///
    /// Its marks are control characters, which no text of others has.
    package static func key(_ action: HintedAction) -> DisplayText {
        DisplayText(joined: "\u{1}\(action.rawValue)\u{2}")
    }

    /// The text with the names of keys in the places of ``key(_:)``.
    package func filled(_ name: (HintedAction) -> String) -> DisplayText {
        guard string.utf8.contains(1) else { return self }
        return HintedAction.allCases.reduce(self) { text, action in
            DisplayText(joined: text.string.replacing(Self.key(action).string, with: name(action)))
        }
    }

    /// - Parameter joined: of texts that were sanitized, and of the program's own.
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
