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
