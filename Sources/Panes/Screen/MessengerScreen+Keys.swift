package import Terminal
import ViewModels

extension MessengerScreen {
    package func handle(_ input: TerminalInput) {
        switch input {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .focus(let hasFocus):
            if hasFocus { chats.chat.look() } else { chats.leave() }
            navigation?.actions.focusChanged(hasFocus)
        case .mouse: break
        }
    }

    private func press(_ key: Key) {
        navigation?.actions.keyPressed()
        chats.chat.look()
        if !footer.message.isEmpty {
            footer.message = .empty
            onChange()
        }
        let context = context
        let action = keyMap.action(for: key, in: context)
        if action == .quit { return pressQuit() }
        isQuitArmed = false
        if context == .prefix { host.closeTop() }
        if context == .menu, let letter = key.letter, top.type(letter) { return }
        if let action {
            run(action, place: keyMap.place(of: key, in: context))
        } else if let text = key.text, context != .prefix {
            type(text)
        } else {
            say(DisplayText(sanitizing: "\(context == .prefix ? "^X " : "")\(key.name) means nothing here"))
        }
    }

    private func type(_ text: String) {
        if !top.type(text), context == .menu { say("No such letter; Esc closes the menu") }
    }

    private func paste(_ text: String) {
        if context == .prefix { host.closeTop() }
        _ = top.paste(text)
    }

    private func pressQuit() {
        guard isQuitArmed else {
            isQuitArmed = true
            say("^C again quits; a draft is kept")
            host.after(Self.quitPause) { [weak self] in self?.disarmQuit() }
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

extension Key {
    /// What the key types; `nil` where it is no character, or held with another key.
    fileprivate var text: String? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return String(character)
    }

    /// The letter of a menu: `^O ^H` is `^O h`, for the finger is often still on Control.
    fileprivate var letter: String? {
        guard case .character(let character) = code, !modifiers.contains(.meta) else { return nil }
        return String(character)
    }
}
