import ViewModels

/// Builds the global actions of a window with several accounts. Moving between chats goes through the chats of
/// all accounts.
struct AccountsNavigationBuilder {
    struct Part {
        let navigation: NavigationViewModel
        /// Opens the unread content of its open chat; `nil` if there is none.
        let openWaiting: (@MainActor () -> Void)?
        let bring: @MainActor () -> Void
    }

    /// The actions of the account in front.
    let own: NavigationViewModel
    let others: [Part]
    /// The chat list of all accounts.
    let list: ChatListViewModel
    /// Returns to the previous account if no chat was opened since.
    let goBack: (@MainActor () -> Void)?
    /// Closes the account in front.
    let close: @MainActor () -> Void

    @MainActor
    func build() -> NavigationViewModel {
        var model = NavigationViewModel(
            screen: own.screen, detail: own.detail, openedCount: own.openedCount, helpCount: own.helpCount,
            recentCommands: own.recentCommands, actions: actions)
        model.goal = own.goal
        return model
    }

    @MainActor private var actions: NavigationViewModel.Actions {
        var actions = own.actions
        actions.nextChat = neighbour(1) ?? actions.nextChat
        actions.previousChat = neighbour(-1) ?? actions.previousChat
        actions.chatAtPlace = { [self] in chatAtPlace($0) }
        actions.catchUp = catchUp
        if let goBack { actions.lastVisited = .available { goBack() } }
        actions.closeAccount = .available { [close] in close() }
        let all = [own] + others.map(\.navigation)
        actions.focusChanged = .available { hasFocus in for one in all { one.actions.focusChanged(hasFocus) } }
        actions.keyPressed = .available { for one in all { one.actions.keyPressed() } }
        return actions
    }

    /// Returns the action that opens the next chat (1) or the previous one (-1); `nil` if there is no other chat.
    @MainActor
    private func neighbour(_ offset: Int) -> Action<Void>? {
        let chats = list.rows.shownChats
        let place = chats.firstIndex { .chat($0) == list.openRow }
        guard chats.count > (place == nil ? 0 : 1) else { return nil }
        let next = place.map { ($0 + offset + chats.count) % chats.count } ?? (offset > 0 ? 0 : chats.count - 1)
        return open(chats[next])
    }

    @MainActor
    private func chatAtPlace(_ place: Int) -> Action<Void> {
        let chats = list.rows.shownChats
        if chats.indices.contains(place - 1) { return open(chats[place - 1]) }
        return chats.isEmpty
            ? .unavailable(.words("navigation.there-is-no-chat-yet"))
            : .unavailable(.words("navigation.only-chats", count: chats.count))
    }

    @MainActor
    private func open(_ chat: String) -> Action<Void> {
        .available { [list] in list.item(.chat(chat)).itemTapped() }
    }

    /// Goes to unread chats in the list of all accounts first, from the open chat on. Otherwise the other
    /// accounts would wait until one account is read through.
    @MainActor private var catchUp: Action<Void> {
        guard own.actions.catchUp.reason == nil || catchUpElsewhere != nil else { return own.actions.catchUp }
        return .available { [self] in
            if let chat = nextWaiting { return list.item(.chat(chat)).itemTapped() }
            if own.actions.catchUp.reason == nil { own.actions.catchUp() } else { catchUpElsewhere?(()) }
        }
    }

    @MainActor private var nextWaiting: String? {
        let chats = list.rows.shownChats
        let next = chats.firstIndex { .chat($0) == list.openRow }.map { $0 + 1 } ?? 0
        let waiting = (chats[next...] + chats[..<next]).map { list.item(.chat($0)) }.filter {
            $0.id != list.openRow && ($0.isInvitation || !$0.unreadMessageCount.isEmpty)
        }
        return (waiting.first(where: \.isMention) ?? waiting.first)?.id.text
    }

    @MainActor private var catchUpElsewhere: (@MainActor (()) -> Void)? {
        for part in others {
            if let openWaiting = part.openWaiting {
                return { _ in
                    part.bring()
                    openWaiting()
                }
            }
            if case .available(let catchUp) = part.navigation.actions.catchUp {
                return { _ in
                    part.bring()
                    catchUp(())
                }
            }
        }
        return nil
    }
}
