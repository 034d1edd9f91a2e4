/// Who could be meant by what is typed into the form for a new chat. It changes with every key, while the form stays still.
package struct AutocompleteContactViewModel {
    package struct Item {
        package let name: DisplayText
        /// The Matrix ID, and where the person is known from.
        package let detail: DisplayText
        /// Adds the person.
        package let choose: @MainActor () -> Void

        package init(name: DisplayText, detail: DisplayText, choose: @escaping @MainActor () -> Void) {
            self.name = name
            self.detail = detail
            self.choose = choose
        }
    }

    /// What was typed when these were found.
    package let text: String
    package let count: Int
    /// Makes a row when it is shown. Rows that come later stand behind those that are there, but for the one as typed.
    package let item: @MainActor (Int) -> Item
    /// The row that Enter takes where none was chosen; `nil` for none.
    package let best: Int?
    /// The row of the Matrix ID as it was typed, which stays last.
    package let typed: Int?
    package let hint: DisplayText
    /// Whether the hint says what is wrong with the text.
    package let isWrong: Bool
    package let shouldShowBusy: Bool
    package let busyText: DisplayText

    package init(
        text: String, count: Int, item: @escaping @MainActor (Int) -> Item, best: Int?, typed: Int?, hint: DisplayText,
        isWrong: Bool, shouldShowBusy: Bool, busyText: DisplayText
    ) {
        self.text = text
        self.count = count
        self.item = item
        self.best = best
        self.typed = typed
        self.hint = hint
        self.isWrong = isWrong
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
    }
}
