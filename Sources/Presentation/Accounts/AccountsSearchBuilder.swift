import ViewModels

/// Makes one list of the messages that were found in all accounts of a window.
struct AccountsSearchBuilder {
    struct Part {
        let prefix: String
        let mark: DisplayText
        let rows: [FuzzyListRowViewModel]
        let hasMore: Bool
        let isAsking: Bool
        let more: @MainActor () -> Void
        let bring: @MainActor () -> Void
    }

    /// The search of the account in front.
    let own: FuzzyListViewModel
    let ownMark: DisplayText
    let others: [Part]

    @MainActor
    func build() -> FuzzyListViewModel {
        var model = FuzzyListViewModel(
            number: own.number, title: own.title, placeholder: own.placeholder, rows: rows,
            emptyText: others.contains(where: \.isAsking) ? .empty : own.emptyText, busyText: own.busyText,
            errorText: own.errorText, term: own.term,
            nearEnd: { [own, others] in
                own.nearEnd()
                for part in others where part.hasMore { part.more() }
            }, queryChanged: own.queryChanged, typedRow: own.typedRow, isChosenByClick: own.isChosenByClick,
            cancel: own.cancel)
        model.hasMore = own.hasMore || others.contains(where: \.hasMore)
        model.searchedText = own.searchedText
        model.beginning = own.beginning
        model.beside = own.beside
        model.chose = own.chose
        model.imposed = own.imposed
        model.recall = own.recall
        model.turn = own.turn
        return model
    }

    /// The found messages of all accounts by time, between the suggestions for the query and the rows that search
    /// further.
    ///
    /// If an account has more results, rows older than its last loaded row are held back for the next page.
    /// Otherwise its next results would be inserted above rows that are already shown.
    @MainActor private var rows: [FuzzyListRowViewModel] {
        let found = own.rows.filter { $0.place != nil }
        let lists = [(rows: found, hasMore: own.hasMore)] + others.map { (rows: $0.rows, hasMore: $0.hasMore) }
        let end = lists.compactMap { $0.hasMore ? $0.rows.last?.place : nil }.max() ?? .min
        let marked =
            found.map { $0.marked(ownMark) }
            + others.flatMap { part in
                part.rows.map {
                    $0.ofAnotherAccount(part.mark, prefix: part.prefix, cancel: own.cancel, bring: part.bring)
                }
            }
        let merged = marked.filter { $0.place ?? .min >= end }
            .sorted { ($0.place ?? .min) > ($1.place ?? .min) }
        let rest = own.rows.filter { $0.place == nil }
        return rest.filter { !$0.findsMore } + merged + rest.filter(\.findsMore)
    }
}

/// Makes the list of places to go to from the chats of all accounts of a window.
struct AccountsGoToBuilder {
    struct Part {
        let prefix: String
        let mark: DisplayText
        let rows: [FuzzyListRowViewModel]
        let bring: @MainActor () -> Void
    }

    /// The list of the account in front.
    let own: FuzzyListViewModel
    let ownMark: DisplayText
    let others: [Part]

    @MainActor
    func build() -> FuzzyListViewModel {
        let rows =
            own.rows.map { $0.marked(ownMark) }
            + others.flatMap { part in
                part.rows.map {
                    $0.ofAnotherAccount(part.mark, prefix: part.prefix, cancel: own.cancel, bring: part.bring)
                }
            }
        return FuzzyListViewModel(
            number: own.number, title: own.title, placeholder: own.placeholder, rows: rows, emptyText: own.emptyText,
            busyText: own.busyText, isOfAllAccounts: true, queryChanged: own.queryChanged, typedRow: own.typedRow,
            cancel: own.cancel)
    }
}

extension FuzzyListRowViewModel {
    /// The same row in a list of all accounts: it closes that list and brings its account to the front before it
    /// is chosen.
    ///
    /// - Parameters:
    ///   - mark: the label of the row's account; it is shown at the right.
    ///   - prefix: the prefix of the row's identifier in that list.
    @MainActor
    func ofAnotherAccount(
        _ mark: DisplayText, prefix: String, cancel: @escaping @MainActor () -> Void,
        bring: @escaping @MainActor () -> Void
    ) -> FuzzyListRowViewModel {
        marked(mark, prefix: prefix).choosing {
            cancel()
            bring()
            choose()
        }
    }
}
