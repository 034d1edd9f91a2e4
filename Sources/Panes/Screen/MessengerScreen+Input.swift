package import Terminal
import ViewModels

extension MessengerScreen {
    package func handle(_ input: TerminalInput) {
        switch input {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .focus(let hasFocus):
            if !hasFocus { composer.leave() }
            navigation?.actions.focusChanged(hasFocus)
        case .mouse: break
        }
    }

    func say(_ message: DisplayText?) {
        guard let message else { return }
        footer.message = message
        onChange()
    }

    func closeOverlay() {
        overlay = .none
        onChange()
    }

    private func press(_ key: Key) {
        navigation?.actions.keyPressed()
        let action = BindingTable.action(for: key, in: context)
        if !footer.message.isEmpty {
            footer.message = .empty
            onChange()
        }
        if action == .quit {
            pressQuit()
            return
        }
        isQuitArmed = false
        switch overlay {
        case .none: pressInPane(key, action: action)
        case .menu(let menu): pressInMenu(key, action: action, menu: menu)
        case .help(let help):
            if action == .help || action == .back {
                closeOverlay()
            } else if !help.press(key), let action {
                perform(action)
            }
        case .confirmation(let confirmation):
            if action == .back {
                closeOverlay()
            } else if !confirmation.press(key), let action {
                perform(action)
            }
        }
    }

    private func pressInMenu(_ key: Key, action: ActionID?, menu: MenuPane) {
        if action == .back {
            closeOverlay()
        } else if !menu.press(key) {
            if let action { perform(action) } else { say("No such letter; Esc closes the menu") }
        }
    }

    private func pressInPane(_ key: Key, action: ActionID?) {
        if let action, perform(action, key: key) { return }
        switch paneContext {
        case .chatList: _ = chatList.press(key)
        case .composer, .emptyComposer: pressInComposer(key)
        case .invitation: _ = invitation.press(key)
        case .createChat: _ = createChat.press(key)
        case .firstRun: _ = firstRun.press(key)
        case .login: _ = login.press(key)
        case .menu, .help, .confirmation: break
        }
    }

    /// One's own line is seen, wherever one was reading.
    private func pressInComposer(_ key: Key) {
        let wasEmpty = composer.context == .emptyComposer
        _ = composer.press(key)
        let isSent = BindingTable.action(for: key, in: .composer) == .send && composer.context == .emptyComposer
        if isSent, !wasEmpty { chat.goToLatest() }
    }

    private func paste(_ text: String) {
        guard case .none = overlay else { return }
        switch paneContext {
        case .composer, .emptyComposer: composer.paste(text)
        case .createChat: createChat.paste(text)
        case .firstRun: firstRun.paste(text)
        case .login: login.paste(text)
        case .chatList, .invitation, .menu, .help, .confirmation: break
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
