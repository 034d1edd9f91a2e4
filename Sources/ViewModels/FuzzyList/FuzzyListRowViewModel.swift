/// A row of a list that is searched by typing.
package struct FuzzyListRowViewModel: Equatable, Identifiable {
    package let id: FuzzyListRowID
    package let title: DisplayText
    /// Dimmed text behind the title if there is space; also searched.
    package let detail: DisplayText
    /// Text at the right: a key, a count, symbols.
    package let trailing: DisplayText
    /// Whether the row is emphasized, as a chat with unread messages is.
    package let isEmphasized: Bool
    /// The action of Enter. If it is unavailable, the reason is shown in the row.
    package let choose: Action<Void>
    /// The confirmation question for the action; empty if there is none.
    package let question: DisplayText
    /// The characters of the title that match, if another component searched for them.
    package let matches: [Range<Int>]
    /// Whether choosing the row keeps the list open and loads more rows.
    package var findsMore = false
    /// The sort key in time of a found message, greater for newer ones, to merge rows of several accounts.
    package var place: Int64?
    package let searchedTitle: FuzzyText
    package let searchedDetail: FuzzyText
    package let searchedOthers: [FuzzyText]

    /// - Parameter keywords: hidden text that is searched too, such as identifiers and aliases.
    package init(
        id: FuzzyListRowID, title: DisplayText, detail: DisplayText = .empty, trailing: DisplayText = .empty,
        isEmphasized: Bool = false, keywords: [String] = [], question: DisplayText = .empty, matches: [Range<Int>] = [],
        choose: Action<Void>
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.trailing = trailing
        self.isEmphasized = isEmphasized
        self.choose = choose
        self.question = question
        self.matches = matches
        searchedTitle = FuzzyText(title.string, limit: 128)
        searchedDetail = FuzzyText(detail.string)
        searchedOthers = keywords.map { FuzzyText($0) } + [searchedDetail]
    }

    /// Returns the same row with another action.
    package func choosing(_ choose: @escaping @MainActor () -> Void) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(self, question: .empty, choose: .available(choose))
    }

    /// Returns the row for a list merged from several accounts.
    ///
    /// - Parameters:
    ///   - mark: the account, shown at the right.
    ///   - prefix: a prefix for the identifier, to keep it unique.
    package func marked(_ mark: DisplayText, prefix: String = "") -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            self, id: id.with(prefix: prefix), trailing: trailing.isEmpty ? mark : mark + ", " + trailing,
            choose: choose)
    }

    private init(
        _ row: FuzzyListRowViewModel, id: FuzzyListRowID? = nil, trailing: DisplayText? = nil,
        question: DisplayText? = nil, choose: Action<Void>
    ) {
        self.id = id ?? row.id
        title = row.title
        detail = row.detail
        self.trailing = trailing ?? row.trailing
        isEmphasized = row.isEmphasized
        self.choose = choose
        self.question = question ?? row.question
        matches = row.matches
        findsMore = row.findsMore
        place = row.place
        searchedTitle = row.searchedTitle
        searchedDetail = row.searchedDetail
        searchedOthers = row.searchedOthers
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.title == right.title && left.detail == right.detail
            && left.trailing == right.trailing && left.isEmphasized == right.isEmphasized
            && left.choose.reason == right.choose.reason && left.question == right.question
            && left.matches == right.matches
            && left.searchedOthers == right.searchedOthers
    }
}
