/// A row of a list that is searched by typing.
package struct FuzzyListRowViewModel: Equatable, Identifiable {
    package let id: FuzzyListRowID
    package let title: DisplayText
    /// Stands dimmed behind the title where there is room; searched as well.
    package let detail: DisplayText
    /// Stands at the right: a key, a count, marks.
    package let trailing: DisplayText
    /// Whether the row asks for attention, as a chat with unread messages does.
    package let isEmphasized: Bool
    /// What Enter does, or why it can't be done now: the reason is then shown in the row.
    package let choose: Action<Void>
    /// What is asked before that is done; empty where nothing is.
    package let question: DisplayText
    /// The characters of the title that match, where somebody else looked for them.
    package let matches: [Range<Int>]
    /// Whether choosing it leads nowhere else, and has more rows come into the list.
    package var findsMore = false
    /// The place in time of a found message, the newer the greater, by which rows of several accounts are merged.
    package var place: Int64?
    package let searchedTitle: FuzzyText
    package let searchedDetail: FuzzyText
    package let searchedOthers: [FuzzyText]

    /// - Parameter keywords: what is searched and not shown, as identifiers and aliases are.
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

    /// The same row with something else to do.
    package func choosing(_ choose: @escaping @MainActor () -> Void) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(self, question: .empty, choose: .available(choose))
    }

    /// The same row beside those of other lists.
    ///
    /// - Parameters:
    ///   - mark: whose it is; stands at the right.
    ///   - prefix: begins its identifier there.
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
