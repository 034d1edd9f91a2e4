/// The signs that are drawn beside words.
enum Marks {
    static let openChat = "▌"
    static let selected = "›"
    static let mention = "@"
    static let invitation = "✉"
    static let draft = "✎"
    /// Something that was sent was refused.
    static let failed = "!"
    /// Whoever wrote it, or is it, may be another than they say.
    static let doubtful = "?"
    /// Everybody on the way could read it.
    static let inClear = "!"
    static let verified = "✓"
    static let pinned = "◆"
    static let muted = "⊘"
    static let forMentions = "◌"
    /// Said where nobody is told of it.
    static let news = "·"
    static let unread = "•"
    /// Something is new in a thread.
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
    /// How many chose an answer, and how many did not.
    static let share: Character = "█"
    static let rest: Character = "░"
    static let wall: Character = "│"
    /// Before the lines of a code block.
    static let code = "┆"
    /// Where a line of code goes on.
    static let goesOn = "↪"
}
