/// What can stand in place of what is being typed.
package struct CompletionViewModel {
    package struct Row: Hashable, Sendable {
        package let title: DisplayText
        /// What tells it from others of the same title.
        package let detail: DisplayText
        /// What is put into the text.
        package let text: String
        /// Instead, that text is right from now on.
        package let addsWord: Bool

        package init(title: DisplayText, detail: DisplayText, text: String, addsWord: Bool = false) {
            self.title = title
            self.detail = detail
            self.text = text
            self.addsWord = addsWord
        }
    }

    /// What the rows answer; a pane that asks for something else by now waits for the next answer.
    package let query: CompletionQuery?
    /// As in `People`.
    package let title: DisplayText
    /// The best first.
    package let rows: [Row]
    package let ask: @MainActor (CompletionQuery) -> Void

    package init(
        query: CompletionQuery?, title: DisplayText, rows: [Row], ask: @escaping @MainActor (CompletionQuery) -> Void
    ) {
        self.query = query
        self.title = title
        self.rows = rows
        self.ask = ask
    }
}
