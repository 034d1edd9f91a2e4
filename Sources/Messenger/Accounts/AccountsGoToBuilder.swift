import ViewModels

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
