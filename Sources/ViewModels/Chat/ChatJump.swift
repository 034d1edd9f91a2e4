/// A row for the pane to scroll to, once per number.
package struct ChatJump: Hashable, Sendable {
    package let number: Int
    package let row: ChatRowID
    /// Whether the row is selected, so that letters act on it.
    package let selects: Bool
    /// The saved scroll position to restore; ``row`` is used if its top row is gone.
    package let stand: ChatStand?

    package init(number: Int, row: ChatRowID, selects: Bool = true, stand: ChatStand? = nil) {
        self.number = number
        self.row = row
        self.selects = selects
        self.stand = stand
    }
}
