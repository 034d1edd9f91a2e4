package import Terminal

/// What things look like, by what they mean.
///
/// The terminal's own colours carry the text, so that it reads on dark and on light; what colour says is said by a word
/// or a mark as well. The colours are those of a ``ColorSet``: styles have the numbers of ``Ink``.
package enum Theme {
    package static let text = Style.plain
    package static let title = Style(attributes: .bold)
    package static let dim = Style(.faint)
    /// Lines alone: what has to be read is never drawn in weaker letters.
    package static let rule = Style(attributes: .dim)
    package static let key = Style(attributes: .bold)
    package static let statusLine = Style(attributes: .reverse)
    package static let notice = Style(attributes: [.bold, .reverse])
    package static let selection = Style(attributes: .reverse)
    package static let unread = Style(attributes: .bold)
    package static let mention = Style(.mention, .bold)
    package static let newLine = Style(.new)
    package static let own = Style(attributes: .bold)
    package static let failure = Style(.failure, .bold)
    package static let emote = Style(attributes: .italic)

    /// The same in a row that is selected, which is one bar: what stands back elsewhere would be a stain on it.
    static func selected(_ style: Style) -> Style {
        var selected = style
        selected.attributes.insert(.reverse)
        if selected.foreground == Ink.faint.number { selected.foreground = nil }
        return selected
    }

    /// The same person has the same colour in one chat, from one start to the next.
    package static func sender(hue: Int) -> Style {
        let count = Ink.mostPeople
        return Style(.person(((hue % count) + count) % count), .bold)
    }
}

extension Style {
    init(_ ink: Ink, _ attributes: Attributes = []) {
        self.init(foreground: ink.number, attributes: attributes)
    }
}
