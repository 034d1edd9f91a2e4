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
    /// News in a chat without notifications.
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
    /// The shares of votes for an answer and for the others.
    static let share: Character = "█"
    static let rest: Character = "░"
    static let wall: Character = "│"
    /// Before the lines of a code block.
    static let code = "┆"
    /// At the continuation of a line of code.
    static let goesOn = "↪"
}
