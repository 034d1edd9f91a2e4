/// The completions of the word being typed.
package struct CompletionViewModel {
    package struct Row: Hashable, Sendable {
        package let title: DisplayText
        /// Distinguishes rows with the same title.
        package let detail: DisplayText
        /// The text to insert.
        package let text: String
        /// Whether choosing the row adds the text to the dictionary instead.
        package let addsWord: Bool

        package init(title: DisplayText, detail: DisplayText, text: String, addsWord: Bool = false) {
            self.title = title
            self.detail = detail
            self.text = text
            self.addsWord = addsWord
        }
    }

    /// The query that the rows belong to. A pane with a newer query waits for the next response.
    package let query: CompletionQuery?
    /// The title, as in `People`.
    package let title: DisplayText
    /// The rows, the best match first.
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
