/// Suggested people for the text in the form for a new chat. It changes with every key, while the form stays the
/// same.
package struct AutocompleteContactViewModel {
    package struct Item {
        package let name: DisplayText
        /// The Matrix ID, and the source of the suggestion.
        package let detail: DisplayText
        /// Adds the person.
        package let choose: @MainActor () -> Void

        package init(name: DisplayText, detail: DisplayText, choose: @escaping @MainActor () -> Void) {
            self.name = name
            self.detail = detail
            self.choose = choose
        }
    }

    /// The text that the suggestions belong to.
    package let text: String
    package let count: Int
    /// Creates a row when it is shown. Later results are added below existing ones, except for the row of the typed
    /// ID.
    package let item: @MainActor (Int) -> Item
    /// The row that Enter accepts if none was selected; `nil` for none.
    package let best: Int?
    /// The row of the typed Matrix ID, which stays last.
    package let typed: Int?
    package let hint: DisplayText
    /// Whether the hint is an error.
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
