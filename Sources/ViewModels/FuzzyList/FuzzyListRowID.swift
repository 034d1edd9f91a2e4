/// Tells the rows of a list apart, from one view model to the next; means nothing else to a pane.
package struct FuzzyListRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    func with(prefix: String) -> FuzzyListRowID { FuzzyListRowID(prefix + value) }
}
