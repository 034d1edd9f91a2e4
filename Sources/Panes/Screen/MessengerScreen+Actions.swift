import Terminal
import ViewModels

extension MessengerScreen {
    /// Does what is the whole screen's to do.
    ///
    /// - Parameter key: which key or letter asked for it, where that matters.
    /// - Returns: whether it was done; what remains is the focused pane's.
    @discardableResult
    func perform(_ action: ActionID, key: Key? = nil) -> Bool {
        switch action {
        case .help: openHelp()
        case .menu: openMenu()
        case .back: return goBack()
        case .redraw: onCommand(.redraw)
        case .suspend:
            composer.leave()
            onCommand(.suspend)
        case .quit: quit()
        case .leaveChat: askToLeave()
        case .focusList: focusList()
        case .focusChat: focusChat()
        case .screenUp, .screenDown, .firstMessage, .latestMessage:
            if let key { _ = chat.press(key) }
        case .chatByPlace:
            guard let place = key.flatMap(Self.place) else { return false }
            composer.leave()
            say(navigation?.actions.chatAtPlace(place))
        case .newChat, .nextChat, .previousChat, .catchUp, .lastVisited, .goToNotice, .tryNow, .logIn:
            composer.leave()
            say(closure(for: action)?())
        default: return false
        }
        return true
    }

    /// The draft is told first: the program may be gone before its half second is over.
    ///
    /// Both the model and the program are told, since only one of them knows what must end before the process does.
    func quit() {
        composer.leave()
        navigation?.actions.quit()
        onCommand(.quit)
    }

    /// What an action without an argument calls.
    private func closure(for action: ActionID) -> Action<Void>? {
        switch action {
        case .newChat: navigation?.actions.newChat
        case .nextChat: navigation?.actions.nextChat
        case .previousChat: navigation?.actions.previousChat
        case .catchUp: navigation?.actions.catchUp
        case .lastVisited: navigation?.actions.lastVisited
        case .leaveChat: navigation?.actions.leaveChat
        case .logIn: navigation?.actions.logIn
        case .goToNotice: notice.goThere
        case .tryNow: statusLine.tryNow
        default: nil
        }
    }

    private func openHelp() {
        let help = HelpPane(sections: BindingTable.helpSections(for: paneContext))
        help.onChange = { [weak self] in self?.onChange() }
        overlay = .help(help)
        navigation?.actions.helpOpened()
        onChange()
    }

    private func openMenu() {
        let pane = paneContext
        let entries = BindingTable.menu(for: pane).map { binding in
            let reason =
                binding.id == .chatByPlace ? navigation?.actions.chatAtPlace.reason : closure(for: binding.id)?.reason
            return MenuEntry(letters: binding.menuLetters, title: binding.title, reason: reason)
        }
        let menu = MenuPane(entries: entries) { [weak self] letter in
            guard let self else { return }
            closeOverlay()
            guard let action = BindingTable.action(forMenuLetter: letter, in: pane) else { return }
            perform(action, key: .character(letter))
        }
        menu.onChange = { [weak self] in self?.onChange() }
        overlay = .menu(menu)
        onChange()
    }

    private func askToLeave() {
        guard let leave = navigation?.actions.leaveChat else { return }
        if let reason = leave.reason {
            say(reason)
            return
        }
        let question = DisplayText("Leave ") + chat.title + "? y leaves, Esc stays"
        overlay = .confirmation(
            ConfirmationPane(question: question) { [weak self] in
                self?.closeOverlay()
                self?.say(leave())
            })
        onChange()
    }

    /// One step back: the notice, then what the layout hides.
    private func goBack() -> Bool {
        switch paneContext {
        case .createChat, .login: return false
        case .firstRun: return true
        default: break
        }
        if !notice.isHidden {
            notice.dismiss()
        } else if paneContext == .chatList {
            if layout.kind != .narrow { focusChat() }
        } else if composer.hasBanner {
            composer.cancelBanner()
        } else if layout.kind == .narrow || paneContext == .invitation {
            focusList()
        } else if !chat.isAtLatest {
            chat.goToLatest()
        }
        return true
    }

    private func focusList() {
        composer.leave()
        prefersList = true
        chatList.selectOpenChat()
        onChange()
    }

    private func focusChat() {
        guard navigation?.detail != .nothing else {
            say("No chat is open: Enter opens one")
            return
        }
        prefersList = false
        onChange()
    }

    private static func place(of key: Key) -> Int? {
        guard case .character(let character) = key.code else { return nil }
        return character.wholeNumberValue
    }
}
