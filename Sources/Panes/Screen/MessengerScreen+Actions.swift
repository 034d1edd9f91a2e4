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
        case .commands: openCommands()
        case .editExternally:
            onCommand(.edit(composer.beginEditing()))
        case .moreKeys: open(.prefix)
        case .back: return goBack()
        case .redraw: onCommand(.redraw)
        case .suspend:
            composer.leave()
            onCommand(.suspend)
        case .quit: quit()
        case .leaveChat: askToLeave()
        case .removeMember: askToRemove()
        case .nameChat, .setTopic, .invitePerson, .changeNotices, .showWhole, .chatWithMember:
            say(chatDetails.action(action)?())
        case .focusList: focusList()
        case .focusChat: focusChat()
        case .filterChats, .pinChat, .muteChat, .mentionsOnly, .archiveChat, .markUnread, .renameChat, .forgetChat,
            .ignorePerson, .tryAgain:
            performOnChat(action)
        case .screenUp, .screenDown, .firstMessage, .latestMessage, .selectOlder, .selectNewer:
            if let key = key ?? tableKey(of: action) { _ = chat.press(key) }
        // Said also where it is on screen already and nothing moves.
        case .firstUnread: say(chat.goToUnread() ?? "Here the unread begins")
        case .chatByPlace:
            guard let place = key.flatMap(Self.place) else { return false }
            composer.leave()
            say(navigation?.actions.chatAtPlace(place)())
        case .deleteContact: askToDeleteContact()
        case .switchPlace: editContact.switchPlace()
        case .goToNotice where notice.opensPage: showPage(notice.goThere)
        case .addContact, .editContact: say(closure(for: action)?())
        case .contacts, .keepContact, .newChat, .chatDetails, .followChat, .goToChat, .nextChat, .previousChat,
            .catchUp, .lastVisited, .goToNotice, .tryNow, .logIn:
            composer.leave()
            say(closure(for: action)?())
        default: return performOnMessage(action)
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
        case .goToChat: navigation?.actions.goToChat
        case .contacts: navigation?.actions.contacts
        case .keepContact: navigation?.actions.keepContact
        case .addContact: contacts.add
        case .editContact: contacts.selected?.edit ?? .unavailable("No contact is chosen")
        case .deleteContact: contacts.selected?.delete ?? .unavailable("No contact is chosen")
        case .nextChat: navigation?.actions.nextChat
        case .previousChat: navigation?.actions.previousChat
        case .catchUp: navigation?.actions.catchUp
        case .lastVisited: navigation?.actions.lastVisited
        case .chatDetails: navigation?.actions.chatDetails
        case .followChat: navigation?.actions.followChat
        case .leaveChat: listHasFocus ? chatList.selectedActions?.leave : navigation?.actions.leaveChat
        case .logIn: navigation?.actions.logIn
        case .goToNotice: notice.goThere
        case .tryNow: statusLine.tryNow
        default: closure(forChatAction: action)
        }
    }

    private func openHelp() {
        let help = HelpPane(sections: keyMap.helpSections(for: context))
        help.onChange = { [weak self] in self?.onChange() }
        navigation?.actions.helpOpened()
        open(.help(help))
    }

    private func openMenu() {
        let pane = paneContext
        let entries = keyMap.menu(for: pane).map { binding in
            MenuEntry(
                letters: binding.menuLetters, title: title(ofChatAction: binding.id) ?? binding.title,
                reason: reason(against: binding.id))
        }
        let menu = MenuPane(entries: entries) { [weak self] letters in
            guard let self else { return }
            closeOverlay()
            guard let action = keyMap.action(forMenuLetters: letters, in: pane) else { return }
            run(action, key: letters.last.map { .character($0) })
        }
        menu.onChange = { [weak self] in self?.onChange() }
        open(.menu(menu))
    }

    private func openCommands() {
        let list = CommandList(
            keyMap: keyMap, pane: paneContext, recent: navigation?.recentCommands ?? [],
            reason: { [weak self] in self?.reason(against: $0) },
            title: { [weak self] in self?.title(ofChatAction: $0) }
        ).model(
            run: { [weak self] action in
                guard let self else { return }
                closeOverlay()
                navigation?.actions.commandRan(action.name)
                run(action)
            },
            cancel: { [weak self] in self?.closeOverlay() })
        open(list)
    }

    /// Does what was chosen by its name or letters, as if one of its keys was pressed in the pane.
    private func run(_ action: ActionID, key: Key? = nil) {
        if perform(action, key: key) { return }
        if let key = tableKey(of: action) { pressInPane(key, action: nil) }
    }

    private func tableKey(of action: ActionID) -> Key? {
        BindingTable.binding(action)?.keys(in: paneContext).first
    }

    /// Why an action can't be done now in this pane; `nil` where it can.
    private func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .chatByPlace: navigation?.actions.chatAtPlace(1).reason
        case .firstUnread: chat.goToUnread.reason
        case .focusChat: navigation?.detail == .nothing ? "No chat is open: Enter opens one" : nil
        default: closure(for: action)?.reason ?? reason(for: action) ?? focusedPane?.reason(against: action)
        }
    }

    private func askToLeave() {
        if listHasFocus {
            if let actions = chatList.selectedActions { ask(actions.leaveQuestion, actions.leave) }
            return
        }
        guard let leave = navigation?.actions.leaveChat else { return }
        ask("Leave " + chat.title + "? y leaves, Esc stays", leave)
    }

    private func askToDeleteContact() {
        guard let contact = contacts.selected, contact.delete.reason == nil else {
            say(closure(for: .deleteContact)?.reason)
            return
        }
        ask(contact.question, contact.delete)
    }

    /// One step back: the notice, then what the layout hides.
    private func goBack() -> Bool {
        if goBackInList() { return true }
        switch paneContext {
        case .chatDetails, .chatDetailsField, .createChat, .addingMember, .contacts, .editContact, .login, .fuzzyList:
            return false
        case .firstRun: return true
        default: break
        }
        if paneContext == .selection {
            chat.clearSelection()
        } else if !notice.isHidden, !composer.completion.isOpen {
            notice.dismiss()
        } else if paneContext == .chatList {
            if layout.kind != .narrow { focusChat() }
        } else if composer.completion.isOpen {
            composer.closeCompletion()
        } else if composer.hasBanner {
            composer.cancelBanner()
        } else if layout.kind == .narrow || paneContext == .invitation {
            focusList()
        } else if !chat.isAtLatest {
            chat.goToLatest()
        }
        return true
    }

    /// What the footer says of the keys that matter now: what can't be done is left out.
    var footerEntries: [FooterEntry] {
        let backLabel = backLabel
        return keyMap.footer(for: context).compactMap { binding in
            guard let label = binding.footer?.text else { return nil }
            if binding.id == .back {
                return backLabel.map { FooterEntry(key: binding.firstKeyName(in: context), text: $0, isWayOut: true) }
            }
            if binding.id == .scrollDown, !hasMoreBelow { return nil }
            // Another key to the same place would take the columns of one that leads elsewhere.
            if label == backLabel { return nil }
            if overlays.isEmpty, reason(against: binding.id) != nil { return nil }
            return FooterEntry(key: binding.firstKeyName(in: context), text: label)
        }
    }

    private var hasMoreBelow: Bool {
        switch overlays.last {
        case .help(let help): help.hasMore
        case .page(let page): page.hasMore
        default: true
        }
    }

    /// Where Esc leads to; `nil` where it does nothing.
    private var backLabel: String? {
        guard overlays.isEmpty else { return "back" }
        switch paneContext {
        case .firstRun: return nil
        case .chatList, .composer, .emptyComposer, .invitation: break
        default: return "back"
        }
        if !notice.isHidden { return "dismiss" }
        if paneContext == .chatList, chatList.hasError { return "dismiss" }
        if paneContext == .chatList, chatList.isFiltered { return "all chats" }
        if paneContext != .chatList, composer.hasBanner { return "cancel" }
        if paneContext == .chatList { return layout.kind == .narrow || navigation?.detail == .nothing ? nil : "chat" }
        if layout.kind == .narrow || paneContext == .invitation { return "list" }
        return chat.isAtLatest ? nil : "latest"
    }

    private func focusList() {
        if paneContext == .chatFilter {
            chatList.endField()
            return
        }
        composer.leave()
        chat.clearSelection()
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
