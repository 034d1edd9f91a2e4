/// A list that is searched by typing, over whatever was shown before: commands, chats to go to, emoji.
package struct FuzzyListViewModel {
    /// A text of the field that nobody typed.
    package struct Imposed: Hashable, Sendable {
        /// Another one each time.
        package let number: Int
        package let text: String

        package init(number: Int, text: String) {
            self.number = number
            self.text = text
        }
    }

    /// How a list is when it opens.
    package struct Beginning: Hashable, Sendable {
        /// In the field.
        package let text: String
        /// The chosen row; `nil` for the first.
        package let row: FuzzyListRowID?

        package init(text: String = "", row: FuzzyListRowID? = nil) {
            self.text = text
            self.row = row
        }
    }

    /// Another one when the list was opened anew; the pane then forgets what was typed.
    package let number: Int
    package let title: DisplayText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    /// The best first, as they stand while nothing is typed.
    package let rows: [FuzzyListRowViewModel]
    /// What to read where there are no rows at all.
    package let emptyText: DisplayText
    /// Says at the bottom that more rows may come, as in `Asking the server…`; empty where none will.
    package let busyText: DisplayText
    /// What went wrong, at the bottom in place of that; empty where nothing did.
    package let errorText: DisplayText
    /// Whether the like of other accounts of the window stands beside these rows.
    package let isOfAllAccounts: Bool
    /// What the rows are compared with, of what is typed: all of it unless a part says where else to look.
    package let term: @MainActor (String) -> String
    /// Told when the chosen row is among the last ones, where more may be had.
    package let nearEnd: @MainActor () -> Void
    /// Told of each change of what is typed, where somebody else finds rows as well.
    package let queryChanged: @MainActor (String) -> Void
    /// A last row for what was typed itself; `nil` where it means nothing.
    package let typedRow: @MainActor (String) -> FuzzyListRowViewModel?
    /// Whether a click chooses the row that it points at; else it goes there, and the key alone chooses.
    package let isChosenByClick: Bool
    /// Whether more rows may be had than these.
    package var hasMore = false
    /// The text that is searched for in all chats, so that other accounts of the window are searched as well; `nil` of a
    /// list that searches one chat or no messages.
    package var searchedText: String?
    package var beginning = Beginning()
    /// What stands around the chosen row; `nil` where nothing is known.
    package var beside: FuzzyListBesideViewModel?
    /// Told of another chosen row, where something may stand beside it; `nil` of a list beside which nothing does.
    package var chose: (@MainActor (FuzzyListRowID?) -> Void)?
    /// What the field is made to say.
    package var imposed = Imposed(number: 0, text: "")
    /// Has the field say what was looked for before.
    package var recall: Action<Void> = .unavailable(.words("panes.this-is-its-end"))
    /// Looks elsewhere for the same.
    package var turn: Action<Void> = .unavailable(.words("search.only-there"))
    /// Closes the list; choosing a row does so by itself.
    package let cancel: @MainActor () -> Void

    package init(
        number: Int = 0, title: DisplayText, placeholder: DisplayText = .words("contacts.type-to-find"),
        rows: [FuzzyListRowViewModel], emptyText: DisplayText, busyText: DisplayText = .empty,
        errorText: DisplayText = .empty, isOfAllAccounts: Bool = false,
        term: @escaping @MainActor (String) -> String = { $0 },
        nearEnd: @escaping @MainActor () -> Void = {},
        queryChanged: @escaping @MainActor (String) -> Void = { _ in },
        typedRow: @escaping @MainActor (String) -> FuzzyListRowViewModel? = { _ in nil },
        isChosenByClick: Bool = true, cancel: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.placeholder = placeholder
        self.rows = rows
        self.emptyText = emptyText
        self.busyText = busyText
        self.errorText = errorText
        self.isOfAllAccounts = isOfAllAccounts
        self.term = term
        self.nearEnd = nearEnd
        self.queryChanged = queryChanged
        self.typedRow = typedRow
        self.isChosenByClick = isChosenByClick
        self.cancel = cancel
    }
}
