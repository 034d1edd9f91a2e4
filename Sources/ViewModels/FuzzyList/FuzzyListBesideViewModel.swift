/// What stands around the chosen row, where there is room beside the list.
package struct FuzzyListBesideViewModel: Equatable {
    package struct Line: Equatable {
        package let text: DisplayText
        /// Whether it is the row's own.
        package let isChosen: Bool

        package init(text: DisplayText, isChosen: Bool) {
            self.text = text
            self.isChosen = isChosen
        }
    }

    package let title: DisplayText
    /// In their order.
    package let lines: [Line]

    package init(title: DisplayText, lines: [Line]) {
        self.title = title
        self.lines = lines
    }
}
