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
    /// The same row in a list of all accounts: it closes that list and brings its account to the front before it is chosen.
    ///
    /// - Parameters:
    ///   - mark: which account it is of; stands at the right.
    ///   - prefix: begins its identifier there.
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
