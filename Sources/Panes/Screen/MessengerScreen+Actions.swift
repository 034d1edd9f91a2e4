import Terminal
import ViewModels

extension MessengerScreen {
    /// Runs an action, or says why it is unavailable. Panes are asked from the top of the stack down, then the screen
    /// itself.
    ///
    /// - Parameter place: the index of the key or letter that was pressed, from 0, if it matters.
    func run(_ action: ActionID, place: Int = 0) {
        onAction(action)
        // Editing keys don't end writing, since more text may follow.
        if keyMap.binding(action)?.group != .textFields, action != .newLine { isWriting = false }
        if action == .back { return goBack() }
        if action == .chatByPlace { return showMessage(openChat(at: place + 1)()) }
        if dispatch(action, place: place) { return }
        let title = keyMap.binding(action)?.title ?? ""
        showMessage(reason(against: action) ?? .words("panes.nothing-for-it-here", ["action": title]))
    }

    /// - Returns: whether a pane or the screen handled the action, or said why it can't.
    func dispatch(_ action: ActionID, place: Int = 0) -> Bool {
        if takers.contains(where: { $0.perform(action, at: place) }) { return true }
        guard let own = own(action) else { return false }
        showMessage(own())
        return true
    }

    /// The panes that an action is offered to, in order.
    var takers: [any Pane] { stack.reversed().map { $0 as any Pane } + [notice, statusLine] }

    /// Returns the reason why an action is unavailable; `nil` if it is available.
    func reason(against action: ActionID) -> DisplayText? {
        unavailableReason(of: action, among: takers).map(host.filled)
    }

    /// Returns the same reason, with action names as placeholders for keys.
    ///
    /// - Parameter takers: ``takers``, passed in by callers that check many actions.
    func unavailableReason(of action: ActionID, among takers: [any Pane]) -> DisplayText? {
        for taker in takers {
            if let reason = taker.reason(against: action) { return reason }
            if taker.offers(action) { return nil }
        }
        return own(action)?.reason
    }

    /// Returns the current title of an action; `nil` if it never changes.
    func title(of action: ActionID) -> String? { stack.lazy.compactMap { $0.title(of: action) }.first }

    /// Quits. The draft is reported first, since the program may exit before the debounce delay has passed.
    ///
    /// Both the view model and the program are notified, because each has work to finish before the process exits.
    func quit() {
        chats.leave()
        navigation?.actions.quit()
        onCommand(.quit)
    }

    private func goBack() {
        if top.back() { return }
        if !host.overlays.isEmpty { host.closeTop() }
    }

    private func openChat(at place: Int) -> Action<Void> { leaving(navigation?.actions.chatAtPlace(place)) }

    /// Returns an action of the screen itself, `nil` for actions of panes. The switch is exhaustive, so that each new
    /// action must be assigned.
    private func own(_ action: ActionID) -> Action<Void>? {
        switch action {
        case .help: .available { [weak self] in self?.openHelp() }
        case .menu: .available { [weak self] in self?.openMenu() }
        case .openActions:
            .available { [weak self] in self?.openActions() }
        case .commands: .available { [weak self] in self?.openCommands() }
        case .redraw: .available { [weak self] in self?.onCommand(.redraw) }
        case .suspend: leaving(.available { [weak self] in self?.onCommand(.suspend) })
        case .quit: .available { [weak self] in self?.quit() }
        case .logIn: leaving(navigation?.actions.logIn)
        case .addAccount: leaving(navigation?.actions.addAccount)
        case .closeAccount: closingAccount
        case .security: leaving(navigation?.actions.security)
        case .share: leaving(navigation?.actions.share)
        case .newChat: leaving(navigation?.actions.newChat)
        case .findChats: leaving(navigation?.actions.findChats)
        case .search: leaving(navigation?.actions.search)
        case .goToChat: leaving(navigation?.actions.goToChat)
        case .nextChat: leaving(navigation?.actions.nextChat)
        case .previousChat: leaving(navigation?.actions.previousChat)
        case .chatByPlace: openChat(at: 1)
        case .catchUp: leaving(navigation?.actions.catchUp)
        case .lastVisited: leaving(navigation?.actions.lastVisited)
        case .chatDetails: leaving(chats.chatList.showDetails ?? navigation?.actions.chatDetails)
        case .threads: leaving(navigation?.actions.threads)
        case .attach: leaving(navigation?.actions.attach)
        case .followChat: leaving(navigation?.actions.followChat)
        case .contacts: leaving(navigation?.actions.contacts)
        case .devices: leaving(navigation?.actions.devices)
        case .renameDevice, .logOutDevice, .compareEmoji, .reloadDevices: nil
        case .keepContact: leaving(navigation?.actions.keepContact)
        case .verifyPerson: leaving(navigation?.actions.verify)
        case .takeBack: undo?.takeBack ?? .unavailable(.words("undo.nothing"))
        case .back, .tryNow, .goToNotice: nil
        case .leaveChat, .focusList, .focusChat, .open, .openFound, .filterChats, .pinChat, .muteChat, .mentionsOnly,
            .archiveChat, .markUnread, .renameChat, .putInSpace, .takeFromSpace, .saveName, .forgetChat,
            .ignorePerson, .tryAgain:
            nil
        case .selectPrevious, .selectNext, .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast: nil
        case .screenUp, .screenDown, .firstMessage, .latestMessage, .firstUnread, .selectOlder, .selectNewer, .editLast,
            .reply, .editMessage, .deleteMessage, .react, .forward, .copyMessage, .openLink, .saveFile, .stopFile,
            .goToQuoted,
            .openThread, .turnSpoilers, .answerPoll, .answerByNumber, .endPoll, .showStory, .resend, .withdraw,
            .keepSender:
            nil
        case .nameChat, .setTopic, .invitePerson, .changeNotices, .encryptChat, .showWhole, .removeMember,
            .admitMember, .chatWithMember, .banMember, .unbanMember, .makeModerator, .makeAdmin, .takePower,
            .changeEntrance, .changeHistory, .changeListing, .addAddress, .removeAddress, .saveField:
            nil
        case .send, .newLine, .olderOwnLine, .newerOwnLine, .moreKeys, .editExternally, .takeIdentity, .complete,
            .completionPrevious, .suggestSpelling,
            .completionNext:
            nil
        case .lineStart, .lineEnd, .characterForward, .characterBack, .wordForward, .wordBack, .rowUp, .rowDown,
            .deleteForward, .deleteBack, .killWordBack, .killBlankWordBack, .killWordForward, .killToStart, .killToEnd,
            .yank, .yankOlder, .undo:
            nil
        case .create, .addMember, .switchEncryption, .nextPart, .previousPart, .openContact, .addContact, .editContact,
            .deleteContact,
            .saveContact, .switchPlace, .choosePrevious, .chooseNext, .chooseScreenUp, .chooseScreenDown:
            nil
        case .start, .submitLogin, .nextField, .previousField, .accept, .acceptAtOnce, .decline, .confirm, .refuse,
            .answer:
            nil
        case .choose, .switchScope, .scrollUp, .scrollDown, .scrollScreenUp, .scrollScreenDown: nil
        }
    }

    /// Asks for confirmation, since the account only returns by a login or a restart.
    private var closingAccount: Action<Void> {
        let closing = leaving(navigation?.actions.closeAccount)
        if closing.reason != nil { return closing }
        return .available { [weak self] in self?.host.ask(.words("accounts.close-question"), closing) }
    }

    /// Wraps an action that leaves the chat, so that the draft is reported first.
    private func leaving(_ action: Action<Void>?) -> Action<Void> {
        guard let action else { return .unavailable(.words("navigation.not-now")) }
        if let reason = action.reason { return .unavailable(reason) }
        return .available { [weak self] in
            self?.chats.leave()
            action()
        }
    }

    private func openHelp() {
        navigation?.actions.helpOpened()
        host.open(
            HelpPane(sections: keyMap.helpSections(for: context) + [.marks, .mouse]) { [weak self] in
                self?.host.closeTop()
            })
    }

    private func openActions() {
        switch context {
        case .chatDetails: openMenu(at: .chat)
        case .devices: openMenu()
        default: openMenu(at: .message)
        }
    }

    /// - Parameter group: the group whose letters are shown at once.
    private func openMenu(at group: MenuGroup? = nil) {
        let context = context
        let entries = keyMap.menu(for: context).flatMap(menuEntries)
        let choose: (String, Bool) -> Void = { [weak self] letters, isClick in
            guard let self else { return }
            host.closeTop()
            guard let binding = keyMap.menu(for: context).first(where: { $0.menuLetters.contains(letters) }) else {
                return
            }
            // A click only selects the answer in the list of answers; a key submits it.
            let action = isClick && binding.id == .answerByNumber ? .answerPoll : binding.id
            run(action, place: binding.menuLetters.firstIndex(of: letters) ?? 0)
        }
        host.open(
            MenuPane(
                entries: entries, group: group, note: host.filled(top.remark), point: { choose($0, true) },
                choose: { choose($0, false) }))
    }

    /// Returns one entry, or one per letter if each has a different effect.
    private func menuEntries(of binding: ActionBinding) -> [MenuEntry] {
        guard let choices = stack.lazy.compactMap({ $0.choices(of: binding.id) }).first else {
            return [
                MenuEntry(
                    letters: binding.menuLetters, title: title(of: binding.id) ?? binding.title,
                    reason: reason(against: binding.id))
            ]
        }
        return zip(binding.menuLetters, choices).map { letters, choice in
            MenuEntry(letters: [letters], title: choice.title.string, reason: choice.reason.map(host.filled))
        }
    }

    private func openCommands() {
        let list = CommandList(
            keyMap: keyMap, pane: context, recent: navigation?.recentCommands ?? [],
            reason: { [weak self] in self?.reason(against: $0) }, title: { [weak self] in self?.title(of: $0) }
        ).model(
            run: { [weak self] action in
                guard let self else { return }
                host.closeTop()
                navigation?.actions.commandRan(action.name)
                run(action)
            },
            cancel: { [weak self] in self?.host.closeTop() })
        host.choose(from: list)
    }
}
