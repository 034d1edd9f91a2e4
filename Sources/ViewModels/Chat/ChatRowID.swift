/// Tells the rows of a chat apart, from one view model to the next; means nothing else to a pane.
package struct ChatRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }
}
