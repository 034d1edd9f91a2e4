/// A list that is searched by typing, over the previous screen: commands, chats, emoji.
package struct FuzzyListViewModel {
    /// A text set in the field by the program.
    package struct ReplacedText: Hashable, Sendable {
        /// Changes each time.
        package let number: Int
        package let text: String

        package init(number: Int, text: String) {
            self.number = number
            self.text = text
        }
    }

    /// The initial state of a list.
    package struct InitialState: Hashable, Sendable {
        /// The text in the field.
        package let text: String
        /// The selected row; `nil` for the first.
        package let row: FuzzyListRowID?

        package init(text: String = "", row: FuzzyListRowID? = nil) {
            self.text = text
            self.row = row
        }
    }

    /// Changes each time the list is opened; the pane then clears the typed text.
    package let number: Int
    package let title: DisplayText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    /// The rows, the best first, in the order used while nothing is typed.
    package let rows: [FuzzyListRowViewModel]
    /// The text shown if there are no rows at all.
    package let emptyText: DisplayText
    /// The progress at the bottom if more rows may arrive, as in `Asking the server…`; empty if none will.
    package let busyText: DisplayText
    /// The error at the bottom in place of the progress; may be empty.
    package let errorText: DisplayText
    /// Whether similar rows of the window's other accounts are listed as well.
    package let isOfAllAccounts: Bool
    /// Returns the part of the typed text to match rows with. This is all of it, unless a part selects the scope of
    /// the search.
    package let term: @MainActor (String) -> String
    /// Called when the selected row is among the last ones, to load more.
    package let nearEnd: @MainActor () -> Void
    /// Called at each change of the typed text, if another component also finds rows.
    package let queryChanged: @MainActor (String) -> Void
    /// Returns a last row for the typed text itself; `nil` if it has no meaning.
    package let typedRow: @MainActor (String) -> FuzzyListRowViewModel?
    /// Whether a click chooses a row. Otherwise it only selects the row, and a key chooses it.
    package let isChosenByClick: Bool
    /// Whether more rows can be loaded.
    package var hasMore = false
    /// The text searched for in all chats, so that the window's other accounts are searched as well. It is `nil` if
    /// the list searches a single chat or no messages.
    package var searchedText: String?
    package var beginning = InitialState()
    /// The context of the selected row; `nil` if it is unknown.
    package var beside: FuzzyListContextViewModel?
    /// Called when another row is selected, if the list shows contexts; `nil` if it doesn't.
    package var chose: (@MainActor (FuzzyListRowID?) -> Void)?
    /// The text set in the field by the program.
    package var imposed = ReplacedText(number: 0, text: "")
    /// Sets the field to the previous search text.
    package var recall: Action<Void> = .unavailable(.words("panes.this-is-its-end"))
    /// Repeats the search in another scope.
    package var turn: Action<Void> = .unavailable(.words("search.only-there"))
    /// Closes the list. Choosing a row closes it without this call.
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

/// The context of the selected row, if there is space beside the list.
package struct FuzzyListContextViewModel: Equatable {
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
