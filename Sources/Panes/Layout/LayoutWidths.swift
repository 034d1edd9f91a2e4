/// From which widths on the layouts apply, in columns.
package struct LayoutWidths: Hashable, Sendable {
    /// The list stands beside the chat.
    package var besideFrom = 76
    /// The list has two lines a chat, and panes have frames.
    package var framedFrom = 100
    /// The columns of the list; 0 leaves them to the layout: 20 beside the chat, 28 to 32 in a frame.
    package var list = 0

    package init() {}

    /// The columns of the list: it leaves half of the screen to the chat.
    func list(inWidth width: Int, usual: Int) -> Int {
        min(list > 0 ? list : usual, width / 2)
    }
}
