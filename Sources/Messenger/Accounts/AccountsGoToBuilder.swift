import ViewModels

/// Makes one list to go to of the chats of all accounts of a window.
struct AccountsGoToBuilder {
    struct Part {
        let prefix: String
        let mark: DisplayText
        let rows: [FuzzyListRowViewModel]
        let bring: @MainActor () -> Void
    }

    /// Of the account in front.
    let own: FuzzyListViewModel
    let ownMark: DisplayText
    let others: [Part]

    @MainActor
    func build() -> FuzzyListViewModel {
        let rows = own.rows.map { $0.marked(ownMark) } + others.flatMap { part in part.rows.map { row($0, part) } }
        return FuzzyListViewModel(
            number: own.number, title: own.title, placeholder: own.placeholder, rows: rows, emptyText: own.emptyText,
            busyText: own.busyText, isOfAllAccounts: true, queryChanged: own.queryChanged, typedRow: own.typedRow,
            cancel: own.cancel)
    }

    @MainActor
    private func row(_ row: FuzzyListRowViewModel, _ part: Part) -> FuzzyListRowViewModel {
        row.marked(part.mark, prefix: part.prefix).choosing { [cancel = own.cancel, bring = part.bring] in
            cancel()
            bring()
            row.choose()
        }
    }
}
