package import Terminal

/// What things look like, by what they mean.
///
/// The terminal's own colours carry the text, so that it reads on dark and on light; what colour says is said by a word
/// or a mark as well.
package enum Theme {
    package static let text = Style.plain
    package static let title = Style(attributes: .bold)
    package static let dim = Style(attributes: .dim)
    package static let rule = Style(attributes: .dim)
    package static let key = Style(attributes: .bold)
    package static let statusLine = Style(attributes: .reverse)
    package static let notice = Style(attributes: [.bold, .reverse])
    package static let selection = Style(attributes: .reverse)
    package static let unread = Style(attributes: .bold)
    package static let mention = Style(foreground: 166, attributes: .bold)
    package static let newLine = Style(foreground: 166)
    package static let own = Style(attributes: .bold)
    package static let failure = Style(foreground: 160, attributes: .bold)
    package static let emote = Style(attributes: .italic)

    /// The same in a row that is selected, where dim letters would be lost.
    static func selected(_ style: Style) -> Style {
        var selected = style
        selected.attributes.insert(.reverse)
        selected.attributes.remove(.dim)
        return selected
    }

    /// Mid-tones that keep a contrast of at least 3.6 to 1 against both black and white.
    package static let hues: [UInt8] = [28, 31, 130, 133, 63, 64, 162, 30, 98, 100, 32, 167]

    /// The same person has the same colour, from one start to the next.
    package static func sender(hue: Int) -> Style {
        let place = ((hue % hues.count) + hues.count) % hues.count
        return Style(foreground: hues[place], attributes: .bold)
    }
}
