/// The context of the selected row, if there is space beside the list.
package struct FuzzyListBesideViewModel: Equatable {
    package struct Line: Equatable {
        package let text: DisplayText
        /// Whether it belongs to the selected row itself.
        package let isChosen: Bool

        package init(text: DisplayText, isChosen: Bool) {
            self.text = text
            self.isChosen = isChosen
        }
    }

    package let title: DisplayText
    /// The lines in order.
    package let lines: [Line]

    package init(title: DisplayText, lines: [Line]) {
        self.title = title
        self.lines = lines
    }
}

/// The identity of a row in a list, stable across view models. Panes don't interpret it.
package struct FuzzyListRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    func with(prefix: String) -> FuzzyListRowID { FuzzyListRowID(prefix + value) }
}
