package import ViewModels

/// The actions on one chat: the selected one while the list has the focus, the open one otherwise.
extension ChatListPane {
    package func perform(_ action: ActionID) -> Bool {
        if hasFocus(), performInList(action) {
            reportRefusal()
            onChange()
            return true
        }
        switch action {
        case .filterChats: beginFilter()
        case .tryAgain: host.showMessage(retry())
        case .pinChat, .muteChat, .mentionsOnly, .archiveChat, .markUnread, .renameChat, .forgetChat, .ignorePerson:
            performOnChat(action)
        case .putInSpace: choose(.into)
        case .takeFromSpace: choose(.outOf)
        case .leaveChat where hasFocus():
            if let actions = selectedActions { host.ask(actions.leaveQuestion, actions.leave) }
        default: return false
        }
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .open where hasFocus(), .openFound where hasFocus():
            guard let model, !model.rows.isEmpty else {
                if let command { return command.run.reason }
                return model?.emptyText ?? .words("chat-list.chats-are-being-loaded")
            }
            return selectedActions?.open.reason
        case .saveName: return rename.reason
        case .leaveChat: return hasFocus() ? selectedActions?.leave.reason : nil
        case .putInSpace: return spaceChoice(.into).lack
        case .takeFromSpace: return spaceChoice(.outOf).lack
        default: return closure(for: action)?.reason
        }
    }

    /// Shows the details of the selected chat; `nil` if the list doesn't have the focus.
    var showDetails: Action<Void>? { hasFocus() ? selectedActions?.showDetails : nil }

    package func title(of action: ActionID) -> String? {
        let isSpace = target?.isSpace ?? false
        switch action {
        case .putInSpace: return isSpace ? .words("spaces.put-chat-in") : .words("spaces.put-in")
        case .takeFromSpace: return isSpace ? .words("spaces.take-chat-out") : .words("spaces.take-out")
        default: break
        }
        guard let states = chatActions?.states else { return nil }
        return switch action {
        case .pinChat: states.contains(.pinned) ? .words("chat-list.unpin") : .words("chat-list.pin")
        case .muteChat: states.contains(.muted) ? .words("chat-list.end-the-muting") : .words("chat-list.mute")
        case .mentionsOnly:
            states.contains(.forMentions)
                ? .words("chat-list.everything-notifies") : .words("chat-list.only-mentions-notify")
        case .archiveChat: states.contains(.archived) ? .words("chat-list.take-back") : .words("chat-list.archive")
        case .markUnread:
            states.contains(.unread) ? .words("chat-list.mark-as-read") : .words("chat-list.mark-as-unread")
        case .ignorePerson:
            states.contains(.ignored) ? .words("chat-list.ignore-no-more") : .words("chat-list.ignore-the-person")
        default: nil
        }
    }

    /// Goes one step back within the list.
    package func back() -> Bool {
        switch context {
        case .chatFilter: clearFilter()
        case .chatName: endField()
        case .chatList where hasError: model?.dismissError()
        case .chatList where isFiltered: clearFilter()
        default: return false
        }
        return true
    }

    package var backLabel: String? {
        switch context {
        case .chatList: hasError ? .words("back.dismiss") : isFiltered ? .words("back.all-chats") : nil
        default: .words("back.back")
        }
    }

    private func performOnChat(_ action: ActionID) {
        guard let actions = chatActions else { return host.showMessage(.words("chat-list.select-a-chat")) }
        switch action {
        case .renameChat: beginRenaming(actions)
        case .forgetChat: host.ask(actions.forgetQuestion, actions.forget)
        case .ignorePerson where !actions.ignoreQuestion.isEmpty: host.ask(actions.ignoreQuestion, actions.ignore)
        default: host.showMessage(closure(for: action)?())
        }
    }

    /// Returns the closure behind an action on a chat, also used to check whether the action is available.
    private func closure(for action: ActionID) -> Action<Void>? {
        // Each case gets the chat's actions itself, since creating them costs time and most actions need none of them.
        switch action {
        case .pinChat: anyChatActions.pin
        case .muteChat: anyChatActions.mute
        case .mentionsOnly: anyChatActions.mentionsOnly
        case .archiveChat: anyChatActions.archive
        case .markUnread: anyChatActions.markUnread
        case .renameChat: anyChatActions.rename.reason.map { .unavailable($0) } ?? .available {}
        case .forgetChat: anyChatActions.forget
        case .ignorePerson: anyChatActions.ignore
        case .tryAgain: retry
        default: nil
        }
    }

    private var anyChatActions: ChatListItemActions { chatActions ?? ChatListItemActions() }

    private var chatActions: ChatListItemActions? { hasFocus() ? selectedActions : openActions }

    /// The chat or space to put into a space or take out.
    private var target: ChatListItemID? { hasFocus() ? selectedRow : model?.openChat }

    private func spaceChoice(_ move: SpaceChoice.Move) -> SpaceChoice {
        guard let model, let target else { return .none(.words("chat-list.select-a-chat")) }
        return model.spaceChoice(target, move)
    }

    private func choose(_ move: SpaceChoice.Move) {
        let choice = spaceChoice(move)
        if let lack = choice.lack { return host.showMessage(lack) }
        host.choose(
            from: FuzzyListViewModel(
                title: choice.title, placeholder: choice.placeholder, rows: choice.rows.map(host.closing),
                emptyText: choice.emptyText,
                typedRow: { [weak host] text in choice.typedRow(text).flatMap { row in host?.closing(row) } },
                cancel: { [weak host] in host?.closeTop() }))
    }

    private var retry: Action<Void> { model?.retry ?? .unavailable(.words("chat-list.nothing-failed")) }

    private func beginRenaming(_ actions: ChatListItemActions) {
        if let reason = actions.rename.reason { return host.showMessage(reason) }
        if !hasFocus() { selectOpenChat() }
        beginField(toRename: actions)
    }
}
