/// The minimum widths of the layouts, in columns.
package struct LayoutWidths: Hashable, Sendable {
    /// The width from which the list is beside the chat.
    package var besideFrom = 76
    /// The width from which the list has two lines per chat, and panes have frames.
    package var framedFrom = 100
    /// The width of the list in columns; 0 for the default: 20 beside the chat, 28 to 32 in a frame.
    package var list = 0

    package init() {}

    /// Returns the width of the list, at most half of the screen.
    func list(inWidth width: Int, usual: Int) -> Int {
        min(list > 0 ? list : usual, width / 2)
    }
}
