/// What a terminal sends: keys, and what it reports.
package enum TerminalInput: Hashable, Sendable {
    case key(Key)
    /// Text that was pasted as a whole; line breaks are `\n`, nothing else was changed. Never a key press.
    case paste(String)
    case mouse(MouseReport)
    /// The terminal got (`true`) or lost the focus.
    case focus(Bool)
    /// What the terminal has behind its letters, which it was asked for.
    case background(RGBColor)
    /// Where its cursor is, which it was asked for: column and row from 0.
    case cursor(Point)
    /// How it shows pixels, which it was asked for.
    case graphics(GraphicsAnswer)
}
