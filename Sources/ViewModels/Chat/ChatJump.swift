/// A row that the pane shall show and select, once for each number.
package struct ChatJump: Hashable, Sendable {
    package let number: Int
    package let row: ChatRowID

    package init(number: Int, row: ChatRowID) {
        self.number = number
        self.row = row
    }
}
