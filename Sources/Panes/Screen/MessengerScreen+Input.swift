package import Terminal
package import ViewModels

extension MessengerScreen {
    package func handle(_ input: TerminalInput) {
        switch input {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .focus(let hasFocus):
            if hasFocus { chat.look() } else { composer.leave() }
            navigation?.actions.focusChanged(hasFocus)
        case .mouse: break
        }
    }

    package func say(_ message: DisplayText?) {
        guard let message else { return }
        footer.message = message
        onChange()
    }

    func open(_ overlay: ScreenOverlay) {
        overlays.append(overlay)
        onChange()
    }

    /// What it lay over has the keys again.
    func closeOverlay() {
        _ = overlays.popLast()
        onChange()
    }

    /// Hands a key to the focused pane.
    ///
    /// - Parameter key: one of the table's own.
    func pressInPane(_ key: Key, action: ActionID?) {
        if let action, perform(action, key: key) { return }
        switch paneContext {
        case .composer, .emptyComposer, .completion: pressInComposer(key)
        case .selection: leaveSelection(with: key)
        default: _ = focusedPane?.press(key)
        }
    }

    /// The pane that has the focus under all that lies over it.
    var focusedPane: (any Pane)? {
        switch paneContext {
        case .chatList, .chatFilter, .chatName: chatList
        case .composer, .emptyComposer, .completion: composer
        case .invitation: invitation
        case .createChat, .addingMember: createChat
        case .contacts: contacts
        case .editContact: editContact
        case .chatDetails, .chatDetailsField: chatDetails
        case .firstRun: firstRun
        case .login: login
        case .fuzzyList: picker
        case .selection: chat
        case .prefix, .menu, .help, .confirmation, .question, .page: nil
        }
    }

    private func press(_ key: Key) {
        navigation?.actions.keyPressed()
        chat.look()
        let action = keyMap.action(for: key, in: context)
        if !footer.message.isEmpty {
            footer.message = .empty
            onChange()
        }
        if action == .quit {
            pressQuit()
            return
        }
        isQuitArmed = false
        // A key that was taken from its action means nothing.
        guard let key = keyMap.tableKey(for: key, in: context) else { return }
        switch overlays.last {
        case nil: pressInPane(key, action: action)
        case .prefix: pressAfterPrefix(key, action: action)
        case .menu(let menu): pressInMenu(key, action: action, menu: menu)
        case .help(let help):
            if action == .help || action == .back {
                closeOverlay()
            } else if !help.press(key), let action {
                perform(action)
            }
        case .commands(let commands):
            if !commands.press(key), let action { perform(action) }
        case .confirmation(let confirmation): pressAtQuestion(key, action: action, confirmation)
        case .question(let question):
            if action == .back { closeOverlay() } else if !question.press(key), let action { perform(action) }
        case .page(let page):
            if action == .back { closeOverlay() } else if !page.press(key), let action { perform(action) }
        }
    }

    private func pressAfterPrefix(_ key: Key, action: ActionID?) {
        closeOverlay()
        guard let action else { return say(DisplayText(sanitizing: "^X \(key.name) means nothing here")) }
        if action != .back, !perform(action, key: key) { _ = composer.perform(action) }
    }

    private func pressInMenu(_ key: Key, action: ActionID?, menu: MenuPane) {
        if action == .back {
            if !menu.goBack() { closeOverlay() }
        } else if !menu.press(key) {
            if let action { perform(action) } else { say("No such letter; Esc closes the menu") }
        }
    }

    /// Who types a line where a letter asks something must not come to the `y` in it: another letter means no.
    private func pressAtQuestion(_ key: Key, action: ActionID?, _ confirmation: ConfirmationPane) {
        if action == .back {
            closeOverlay()
        } else if confirmation.press(key) {
            return
        } else if let action {
            perform(action)
        } else if case .character = key.code, key.modifiers.isEmpty {
            closeOverlay()
            say("Nothing was done: only y means yes")
        }
    }

    /// A letter that is no action is the beginning of a line.
    private func leaveSelection(with key: Key) {
        guard case .character = key.code, key.modifiers.isEmpty else { return }
        chat.clearSelection()
        pressInComposer(key)
    }

    /// One's own line is seen, wherever one was reading.
    private func pressInComposer(_ key: Key) {
        let wasEmpty = composer.context == .emptyComposer
        _ = composer.press(key)
        let isSent = BindingTable.action(for: key, in: .composer) == .send && composer.context == .emptyComposer
        if isSent, !wasEmpty { chat.goToLatest() }
    }

    private func paste(_ text: String) {
        switch overlays.last {
        case nil: pasteInPane(text)
        case .prefix:
            closeOverlay()
            pasteInPane(text)
        case .help(let help): help.paste(text)
        case .commands(let commands): commands.paste(text)
        case .question(let question): question.paste(text)
        case .menu, .confirmation, .page: break
        }
    }

    private func pasteInPane(_ text: String) {
        switch paneContext {
        case .composer, .emptyComposer, .completion: composer.paste(text)
        case .selection:
            chat.clearSelection()
            composer.paste(text)
        case .createChat, .addingMember: createChat.paste(text)
        case .contacts: contacts.paste(text)
        case .editContact: editContact.paste(text)
        case .chatDetailsField: chatDetails.paste(text)
        case .firstRun: firstRun.paste(text)
        case .login: login.paste(text)
        case .fuzzyList: picker.paste(text)
        case .chatFilter, .chatName: chatList.paste(text)
        case .chatList, .chatDetails, .invitation, .prefix, .menu, .help, .confirmation, .question, .page: break
        }
    }

    private func pressQuit() {
        guard isQuitArmed else {
            isQuitArmed = true
            say("^C again quits; a draft is kept")
            after(Self.quitPause) { [weak self] in self?.disarmQuit() }
            return
        }
        quit()
    }

    private func disarmQuit() {
        guard isQuitArmed else { return }
        isQuitArmed = false
        footer.message = .empty
        onChange()
    }

    /// How long a first `^C` counts, in milliseconds.
    private static let quitPause = 3000
}
