/// The text before the cursor that can be completed.
package struct CompletionQuery: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name without a prefix character.
        case name
        case person, emoji, command
        /// A whole misspelled word.
        case spelling
    }

    package let kind: Kind
    /// The typed text behind the prefix character, as in `bo` of `@bo`.
    package let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}

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

/// The results of the spelling check.
package struct SpellingViewModel {
    /// Increases when all words must be checked again.
    package let generation: Int
    /// The words that are in no dictionary.
    package let misspelt: Set<String>
    /// The reason why words can't be checked; empty if they can.
    package let lack: DisplayText
    /// Whether to show the reason without being asked, because the user has turned the check on explicitly.
    package let saysLack: Bool
    /// Checks words that were not checked in this generation.
    package let check: @MainActor ([String]) -> Void
    /// Adds a word to the user's dictionary.
    package let add: @MainActor (String) -> Void

    package init(
        generation: Int, misspelt: Set<String>, lack: DisplayText, saysLack: Bool,
        check: @escaping @MainActor ([String]) -> Void, add: @escaping @MainActor (String) -> Void
    ) {
        self.generation = generation
        self.misspelt = misspelt
        self.lack = lack
        self.saysLack = saysLack
        self.check = check
        self.add = add
    }
}
