import ViewModels

/// Combines the content of all accounts for the screen in front, in place of the values of its own account.
extension AccountWindow {
    func chatList(_ own: ChatListViewModel) -> ChatListViewModel {
        let list = AccountsChatListBuilder(
            own: .init(prefix: "", mark: front?.mark ?? .empty, list: own),
            others: others.compactMap { account in
                guard let list = account.events.chatList.newest else { return nil }
                return .init(
                    prefix: account.prefix, mark: account.mark, list: list,
                    isOpenChatWaiting: account.waitingOpenRow != nil, bring: bringing(account, opens: true))
            }
        ).build()
        keep(list)
        return list
    }

    func connection(_ own: ConnectionViewModel) -> ConnectionViewModel {
        AccountsConnectionBuilder(
            own: .init(mark: front?.mark ?? .empty, connection: own),
            others: others.compactMap { account in
                account.events.connection.newest.map { .init(mark: account.mark, connection: $0) }
            }
        ).build()
    }

    func notice(_ own: NoticeViewModel) -> NoticeViewModel {
        let elsewhere = noticed.filter { $0 !== front }
        return AccountsNoticeBuilder(
            own: own,
            others: elsewhere.compactMap { account in
                account.events.notice.newest.map {
                    .init(mark: account.mark, notice: $0, bring: bringing(account, opens: true))
                }
            },
            isOwnOlder: noticed.first.map { $0 !== front } ?? false
        ).build()
    }

    func navigation(_ own: NavigationViewModel) -> NavigationViewModel {
        guard let front, let list = list ?? front.events.chatList.newest else { return own }
        return AccountsNavigationBuilder(
            own: own,
            others: others.compactMap { account in
                account.events.navigation.newest.map { navigation in
                    .init(
                        navigation: navigation, openWaiting: openingWaiting(of: account),
                        bring: bringing(account, opens: true))
                }
            },
            list: list, goBack: previous.map { bringing($0, opens: false) },
            close: { [weak self, weak front] in
                if let front { self?.onClose(front) }
            }
        ).build()
    }

    func picker(_ own: FuzzyListViewModel?) -> FuzzyListViewModel? {
        guard let own, let front else { return nil }
        if own.searchedText != nil {
            return AccountsSearchBuilder(
                own: own, ownMark: front.mark,
                others: others.compactMap { account in
                    guard let search = account.search else { return nil }
                    return .init(
                        prefix: account.prefix, mark: account.mark, rows: search.rows, hasMore: search.hasMore,
                        isAsking: search.isAsking, more: { search.more() },
                        bring: bringing(account, opens: true))
                }
            ).build()
        }
        guard own.isOfAllAccounts else { return own }
        return AccountsGoToBuilder(
            own: own, ownMark: front.mark,
            others: others.map { account in
                .init(
                    prefix: account.prefix, mark: account.mark, rows: account.rowsToGoTo(),
                    bring: bringing(account, opens: true))
            }
        ).build()
    }

    /// Returns the newest action of any account that can be undone. The count covers all accounts, so that each new
    /// undo step has a new number.
    func undo(_ own: UndoViewModel) -> UndoViewModel {
        let last = undone?.events.undo.newest ?? own
        let count = accounts.reduce(0) { $0 + ($1.events.undo.newest?.count ?? 0) }
        return UndoViewModel(text: last.text, count: count, takeBack: last.takeBack)
    }

    private var others: [WindowAccount] { accounts.filter { $0 !== front } }

    private func bringing(_ account: WindowAccount, opens: Bool) -> @MainActor () -> Void {
        { [weak self, weak account] in
            if let account { self?.bring(account, opens: opens) }
        }
    }

    private func openingWaiting(of account: WindowAccount) -> (@MainActor () -> Void)? {
        guard let row = account.waitingOpenRow, let list = account.events.chatList.newest else { return nil }
        return { list.item(row).itemTapped() }
    }
}
