package import Terminal
import ViewModels

/// The styles of the interface by meaning.
///
/// Text has the terminal's own colors, so that it is readable on dark and on light backgrounds. Everything that color
/// expresses is also expressed by a word or a symbol. Colors come from a ``ColorSet``: styles contain the numbers of
/// ``Ink``.
package enum Theme {
    package static let text = Style.plain
    package static let title = Style(attributes: .bold)
    package static let dim = Style(.faint)
    /// The style of rules. Text that must be read never has it.
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

    /// Returns the style in a selected row, which is one bar. Faint text would stand out in it, so it has the normal
    /// color.
    static func selected(_ style: Style) -> Style {
        var selected = style
        selected.attributes.insert(.reverse)
        if selected.foreground == Ink.faint.number { selected.foreground = nil }
        return selected
    }

    /// Returns the color of a sender. A person has the same color in a chat after each start.
    package static func sender(hue: Int) -> Style {
        let count = Ink.maxPeople
        return Style(.person(((hue % count) + count) % count), .bold)
    }
}

extension Style {
    init(_ ink: Ink, _ attributes: Attributes = []) {
        self.init(foreground: ink.number, attributes: attributes)
    }
}

extension Theme {
    static let linkNumber = dim

    static func code(over base: Style) -> Style {
        Style(.code, base.attributes)
    }

    /// Returns the style of a part of a message, based on the style of the message.
    static func richText(_ traits: RichText.Traits, isLink: Bool, over base: Style) -> Style {
        var style = traits.contains(.code) ? code(over: base) : base
        if traits.contains(.bold) || traits.contains(.mention) { style.attributes.insert(.bold) }
        if traits.contains(.italic) { style.attributes.insert(.italic) }
        if traits.contains(.struck) || traits.contains(.spoiler) { style.foreground = Ink.faint.number }
        if isLink { style.attributes.insert(.underline) }
        return style
    }
}

/// The symbols drawn beside words.
enum Marks {
    static let openChat = "▌"
    static let selected = "›"
    static let mention = "@"
    static let invitation = "✉"
    static let draft = "✎"
    /// The server refused something that was sent.
    static let failed = "!"
    /// The sender or device may not be authentic.
    static let doubtful = "?"
    /// The message was sent unencrypted and could be read in transit.
    static let inClear = "!"
    static let verified = "✓"
    static let pinned = "◆"
    static let muted = "⊘"
    static let forMentions = "◌"
    /// There are new messages in a chat whose notifications are limited or off.
    static let news = "·"
    static let unread = "•"
    /// New messages in a thread.
    static let thread = "↳"
    static let busy = "…"
    static let folded = "▸"
    static let unfolded = "▾"
    static let back = "‹"
    static let below = "↓"
    static let above = "↑"
    static let composer = "▏"
    static let cut = "…"
    static let rule: Character = "─"
    /// The parts of a poll bar: the share of votes for an answer, and the other votes.
    static let share: Character = "█"
    static let rest: Character = "░"
    static let wall: Character = "│"
    /// The symbol before the lines of a code block.
    static let code = "┆"
    /// The symbol before a row that continues a line of code.
    static let goesOn = "↪"
}
