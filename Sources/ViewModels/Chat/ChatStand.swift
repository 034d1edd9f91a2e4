/// Where somebody stands in a chat: what they come back to who go elsewhere from there.
package struct ChatStand: Hashable, Sendable {
    /// The row from which ``line`` is counted; `nil` where the newest message stays at the bottom.
    package let top: ChatRowID?
    /// Which line of that row is the first on screen; below 0 it is so many lines above the row.
    package let line: Int
    /// The message that letters act on.
    package let selected: ChatRowID?
    /// The chosen row of the list of chats, where keys go to that; `nil` where they go to the chat.
    package let listRow: ChatListItemID?

    package init(top: ChatRowID?, line: Int = 0, selected: ChatRowID? = nil, listRow: ChatListItemID? = nil) {
        self.top = top
        self.line = line
        self.selected = selected
        self.listRow = listRow
    }
}
