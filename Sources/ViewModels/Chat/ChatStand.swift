/// A saved scroll position in a chat, restored when the user returns.
package struct ChatStand: Hashable, Sendable {
    /// The row from which ``line`` is counted; `nil` if the newest message stays at the bottom.
    package let top: ChatRowID?
    /// The line of that row at the top of the view. Negative values count lines above the row.
    package let line: Int
    /// The selected message, which letters act on.
    package let selected: ChatRowID?
    /// The selected row of the chat list if it has the focus; `nil` if the chat has it.
    package let listRow: ChatListItemID?

    package init(top: ChatRowID?, line: Int = 0, selected: ChatRowID? = nil, listRow: ChatListItemID? = nil) {
        self.top = top
        self.line = line
        self.selected = selected
        self.listRow = listRow
    }
}
