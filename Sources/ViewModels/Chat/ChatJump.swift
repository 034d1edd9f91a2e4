/// A row that the pane shall show, once for each number.
package struct ChatJump: Hashable, Sendable {
    package let number: Int
    package let row: ChatRowID
    /// Whether letters act on it then.
    package let selects: Bool

    package init(number: Int, row: ChatRowID, selects: Bool = true) {
        self.number = number
        self.row = row
        self.selects = selects
    }
}
