/// A row that the pane shall show, once for each number.
package struct ChatJump: Hashable, Sendable {
    package let number: Int
    package let row: ChatRowID
    /// Whether letters act on it then.
    package let selects: Bool
    /// Where somebody comes back to; the row counts where what was at the top is gone.
    package let stand: ChatStand?

    package init(number: Int, row: ChatRowID, selects: Bool = true, stand: ChatStand? = nil) {
        self.number = number
        self.row = row
        self.selects = selects
        self.stand = stand
    }
}
