import ViewModels

extension MessengerScreen {
    /// Does what is asked of one chat: the selected one while the list has the focus, the open one otherwise.
    func performOnChat(_ action: ActionID) {
        composer.leave()
        switch action {
        case .filterChats:
            prefersList = true
            chatList.beginFilter()
            return
        case .tryAgain:
            say(chatList.retry())
            return
        default: break
        }
        guard let actions = chatActions else {
            say("Select a chat")
            return
        }
        switch action {
        case .renameChat: beginRenaming(actions)
        case .forgetChat: ask(actions.forgetQuestion, actions.forget)
        case .ignorePerson where !actions.ignoreQuestion.isEmpty: ask(actions.ignoreQuestion, actions.ignore)
        default: say(closure(forChatAction: action)?())
        }
    }

    /// What an action on a chat calls, for those who only want to know whether it can be done.
    func closure(forChatAction action: ActionID) -> Action<Void>? {
        let actions = chatActions ?? ChatListItemActions()
        return switch action {
        case .pinChat: actions.pin
        case .muteChat: actions.mute
        case .mentionsOnly: actions.mentionsOnly
        case .archiveChat: actions.archive
        case .markUnread: actions.markUnread
        case .renameChat: actions.rename.reason.map { .unavailable($0) } ?? .available {}
        case .forgetChat: actions.forget
        case .ignorePerson: actions.ignore
        case .tryAgain: chatList.retry
        case .filterChats: .available { [weak self] in self?.performOnChat(.filterChats) }
        default: nil
        }
    }

    /// What an action on a chat does as the chat stands; `nil` where it always does the same.
    func title(ofChatAction action: ActionID) -> String? {
        guard let states = chatActions?.states else { return nil }
        return switch action {
        case .pinChat: states.contains(.pinned) ? "Unpin" : "Pin to the top"
        case .muteChat: states.contains(.muted) ? "End the muting" : "Mute"
        case .mentionsOnly: states.contains(.forMentions) ? "Everything notifies again" : "Only mentions notify"
        case .archiveChat: states.contains(.archived) ? "Take back from the archive" : "Archive"
        case .markUnread: states.contains(.unread) ? "Mark as read" : "Mark as unread"
        case .ignorePerson: states.contains(.ignored) ? "Ignore no more" : "Ignore the person (asks first)"
        default: nil
        }
    }

    /// Asks before it does what can't be taken back.
    func ask(_ question: DisplayText, _ action: Action<Void>) {
        if let reason = action.reason {
            say(reason)
            return
        }
        let confirmation = ConfirmationPane(question: question) { [weak self] in
            self?.closeOverlay()
            self?.say(action())
        }
        open(.confirmation(confirmation))
    }

    /// One step back within the list.
    ///
    /// - Returns: whether there was one.
    func goBackInList() -> Bool {
        switch paneContext {
        case .chatFilter: chatList.clearFilter()
        case .chatName: chatList.endField()
        case .chatList where chatList.hasError: chatList.dismissError()
        case .chatList where chatList.isFiltered: chatList.clearFilter()
        default: return false
        }
        return true
    }

    /// Whether keys go to the list or a field over it.
    var listHasFocus: Bool { Set<PaneContext>.lists.contains(paneContext) }

    private var chatActions: ChatListItemActions? {
        listHasFocus ? chatList.selectedActions : chatList.openActions
    }

    private func beginRenaming(_ actions: ChatListItemActions) {
        if let reason = actions.rename.reason {
            say(reason)
            return
        }
        if !listHasFocus { chatList.selectOpenChat() }
        prefersList = true
        chatList.beginRenaming(actions)
    }
}
