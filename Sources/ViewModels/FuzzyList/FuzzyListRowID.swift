/// The identity of a row in a list, stable across view models. Panes don't interpret it.
package struct FuzzyListRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    func with(prefix: String) -> FuzzyListRowID { FuzzyListRowID(prefix + value) }
}
