package import ViewModels

/// The accounts of one window: one is in front, and its screen shows the chats, notices and connections of all.
///
/// Each account keeps its own screen and events, so that a draft of one account never reaches another. With a
/// single account, its events are passed on unchanged.
@MainActor
package final class AccountWindow {
    package private(set) var accounts: [WindowAccount] = []
    package private(set) var front: WindowAccount?
    /// Shows the screen of an account.
    package var onFront: (WindowAccount) -> Void = { _ in }
    /// Closes an account that the user removes from the window.
    package var onClose: (WindowAccount) -> Void = { _ in }
    /// The account that was in front before; `nil` once a chat was opened in the new one.
    private(set) var previous: WindowAccount?
    /// The number of chats that were opened in the account in front until it came to the front.
    private var openedBefore = 0
    /// The accounts whose notices are shown, the newest first.
    private(set) var noticed: [WindowAccount] = []
    private var noticeTexts: [ObjectIdentifier: DisplayText] = [:]
    /// The account with the newest action that can be undone.
    private(set) var undone: WindowAccount?
    /// The chat list of all accounts, as it was shown last.
    private(set) var list: ChatListViewModel?
    private var count = 0

    package init() {}

    /// Adds an account. The first one comes to the front, others stay behind it.
    package func add(_ account: WindowAccount) {
        count += 1
        account.prefix = "\(count)\u{0}"
        accounts.append(account)
        name()
        guard front != nil else {
            front = account
            return
        }
        account.turn(true)
        for one in accounts.count == 2 ? accounts : [account] { join(one) }
        refresh()
    }

    /// Removes an account from the window; another one comes to the front in its place.
    package func remove(_ account: WindowAccount) {
        part(account)
        accounts.removeAll { $0 === account }
        noticed.removeAll { $0 === account }
        noticeTexts[ObjectIdentifier(account)] = nil
        if previous === account { previous = nil }
        if undone === account { undone = nil }
        name()
        guard front === account else { return refresh() }
        front = nil
        if let next = previous ?? accounts.first { bring(next) }
    }

    /// Brings an account to the front.
    ///
    /// - Parameter opens: whether the caller opens a chat of the account next. The account in front before then stays
    ///   ``previous``.
    package func bring(_ account: WindowAccount, opens: Bool = false) {
        guard account !== front, accounts.contains(where: { $0 === account }) else { return }
        let old = front
        previous = old
        front = account
        openedBefore = (account.events.navigation.newest?.openedCount ?? 0) + (opens ? 1 : 0)
        onFront(account)
        old?.turn(true)
        account.turn(false)
        refresh()
    }

    /// Marks the account in front as hidden, while something other than its chats is on screen.
    package func cover() { front?.turn(true) }

    package func uncover() { front?.turn(false) }

    /// The label that distinguishes the account from the others; empty if there are no others.
    package func mark(of account: WindowAccount) -> DisplayText { accounts.count > 1 ? account.mark : .empty }

    /// The number of unread messages in all accounts.
    package var unreadTotal: Int { accounts.reduce(0) { $0 + ($1.events.connection.newest?.counts.unread ?? 0) } }

    private func name() {
        let marks = AccountMarkBuilder(userIDs: accounts.map(\.userID)).build()
        for (account, mark) in zip(accounts, marks) { account.mark = mark }
    }

    /// Rebuilds the combined content of the screen in front.
    private func refresh() {
        guard let events = front?.events else { return }
        events.chatList.raiseAgain()
        events.connection.raiseAgain()
        events.navigation.raiseAgain()
        events.notice.raiseAgain()
        events.picker.raiseAgain()
    }

    // MARK: Changes

    private func join(_ account: WindowAccount) {
        let events = account.events
        if events.undo.newest == nil {
            events.undo.raise { UndoViewModel(text: .empty, count: 0, takeBack: .unavailable(.words("undo.nothing"))) }
        }
        events.chatList.presented = presenting(account) { $0.chatList($1) }
        events.connection.presented = presenting(account) { $0.connection($1) }
        events.navigation.presented = presenting(account) { $0.navigation($1) }
        events.notice.presented = presenting(account) { $0.notice($1) }
        events.picker.presented = presenting(account) { $0.picker($1) }
        events.undo.presented = presenting(account) { $0.undo($1) }
        events.chatList.subscribe(self) { [unowned account] window, _ in window.chatsChanged(of: account) }
        events.connection.subscribe(self) { [unowned account] window, _ in
            if account !== window.front { window.front?.events.connection.raiseAgain() }
        }
        events.navigation.subscribe(self) { [unowned account] window, _ in window.navigationChanged(of: account) }
        events.notice.subscribe(self) { [unowned account] window, _ in window.noticeChanged(of: account) }
        events.undo.subscribe(self) { [unowned account] window, _ in window.undoChanged(of: account) }
        events.picker.subscribe(self) { [unowned account] window, list in window.listChanged(of: account, list) }
    }

    private func part(_ account: WindowAccount) {
        let events = account.events
        events.chatList.presented = nil
        events.connection.presented = nil
        events.navigation.presented = nil
        events.notice.presented = nil
        events.picker.presented = nil
        events.undo.presented = nil
        events.chatList.unsubscribe(self)
        events.connection.unsubscribe(self)
        events.navigation.unsubscribe(self)
        events.notice.unsubscribe(self)
        events.undo.unsubscribe(self)
        events.picker.unsubscribe(self)
    }

    /// A search of one account in all its chats also searches the other accounts.
    private func listChanged(of account: WindowAccount, _ list: FuzzyListViewModel?) {
        guard account === front else { return }
        let text = list?.searchedText ?? ""
        for other in accounts where other !== account {
            // A list that searches no messages needs no search of the other accounts.
            guard list?.searchedText != nil || other.isSearched else { continue }
            other.isSearched = list?.searchedText != nil
            other.search?.onChange = { [weak self] in self?.front?.events.picker.raiseAgain() }
            other.search?.search(for: text)
        }
    }

    /// An account behind another shows only its own content, since its screen is not visible.
    private func presenting<Value>(
        _ account: WindowAccount, _ merge: @escaping (AccountWindow, Value) -> Value
    ) -> (Value) -> Value {
        { [weak self, weak account] own in
            guard let self, let account, account === front, accounts.count > 1 else { return own }
            return merge(self, own)
        }
    }

    private func chatsChanged(of account: WindowAccount) {
        if account !== front { front?.events.chatList.raiseAgain() }
        front?.events.navigation.raiseAgain()
        if front?.events.picker.newest ?? nil != nil { front?.events.picker.raiseAgain() }
    }

    private func navigationChanged(of account: WindowAccount) {
        guard account === front else {
            front?.events.navigation.raiseAgain()
            return
        }
        if previous != nil, account.events.navigation.newest?.openedCount ?? 0 > openedBefore {
            previous = nil
            account.events.navigation.raiseAgain()
        }
    }

    private func noticeChanged(of account: WindowAccount) {
        let text = account.events.notice.newest?.text ?? .empty
        if text != noticeTexts[ObjectIdentifier(account)] ?? .empty {
            noticeTexts[ObjectIdentifier(account)] = text
            noticed.removeAll { $0 === account }
            if !text.isEmpty { noticed.insert(account, at: 0) }
            front?.events.notice.raiseAgain()
        }
    }

    private func undoChanged(of account: WindowAccount) {
        if account.events.undo.newest?.count ?? 0 > 0 { undone = account }
        if account !== front { front?.events.undo.raiseAgain() }
    }

    func keep(_ list: ChatListViewModel) { self.list = list }
}
