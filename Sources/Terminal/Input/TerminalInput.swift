/// The input of a terminal: keys and reports.
package enum TerminalInput: Hashable, Sendable {
    case key(Key)
    /// Pasted text. Line breaks are `\n`, and nothing else is changed. It never counts as a key press.
    case paste(String)
    case mouse(MouseReport)
    /// The terminal got (`true`) or lost the focus.
    case focus(Bool)
    /// The answer about the background color.
    case background(RGBColor)
    /// The answer about the cursor position: column and row from 0.
    case cursor(Point)
    /// An answer about graphics.
    case graphics(GraphicsAnswer)
}
