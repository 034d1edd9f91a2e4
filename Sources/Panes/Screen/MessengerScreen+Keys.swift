package import Terminal
import ViewModels

extension MessengerScreen {
    package func handle(_ input: TerminalInput) {
        switch input {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .focus(let hasFocus):
            if hasFocus { chats.chat.markSeen() } else { chats.leave() }
            navigation?.actions.focusChanged(hasFocus)
        case .mouse(let report): handleMouse(report)
        case .background, .cursor, .graphics: break
        }
    }

    private func press(_ key: Key) {
        navigation?.actions.keyPressed()
        chats.chat.markSeen()
        if !footer.message.isEmpty {
            footer.message = .empty
            onChange()
        }
        if decide(with: key) { return }
        if isRefused(key) { return }
        let context = context
        let action = keyMap.action(for: key, in: context)
        if action == .quit { return pressQuit() }
        isQuitArmed = false
        if context == .prefix { host.closeTop() }
        if context == .menu, let letter = key.letter, top.type(letter) { return }
        if let action {
            let isLetter = key.text != nil && context != .prefix
            if isLetter, !top.takesAnswers { return write(key.text ?? "") }
            if isLetter { return hold(key.text ?? "", for: action) }
            run(action, place: keyMap.place(of: key, in: context))
        } else if let text = key.text {
            write(text)
        } else {
            showMessage(keyMap.unavailableReason(of: key, in: context))
        }
    }

    /// Drops a key that belongs to a refused text; any other key ends the refusal.
    private func isRefused(_ key: Key) -> Bool {
        let isText = key.text != nil || key == Key(.enter)
        if hasUnseenMove, isText { refusal = .fieldIsGone }
        guard let refused = refusal else { return false }
        // New text is offered again, because the context may have changed.
        if key.text != nil, case .noField = refused {
            refusal = nil
            return false
        }
        if key.text == nil { refusal = nil }
        let isDropped = isText || refused == .fieldIsGone && key == Key(.escape)
        if isDropped { showMessage(refused.words) }
        return isDropped
    }

    /// Decides on the held letter when another key arrives.
    ///
    /// - Returns: whether the key was consumed.
    private func decide(with key: Key) -> Bool {
        guard let letter = held else { return false }
        held = nil
        top.hold(nil)
        if key == Key(.enter) {
            if letter.isRipe { run(letter.action) } else { write(letter.text) }
            return true
        }
        if key.text != nil { write(letter.text) }
        return false
    }

    private func hold(_ text: String, for action: ActionID) {
        heldCount += 1
        let number = heldCount
        held = PendingLetter(text: text, action: action, number: number)
        top.hold(text)
        host.after(PendingLetter.pendingLetterDelay) { [weak self] in
            if self?.held?.number == number { self?.held?.isRipe = true }
        }
        host.after(PendingLetter.pause) { [weak self] in
            guard let self, let letter = held, letter.number == number else { return }
            held = nil
            top.hold(nil)
            run(letter.action)
        }
    }

    /// Passes text from the top of the stack to the first field. Overlays without a field are closed on the way.
    private func write(_ text: String) {
        deliver { $0.type(text) }
    }

    private func paste(_ text: String) {
        endHolding()
        if hasUnseenMove { refusal = .fieldIsGone }
        if refusal == .fieldIsGone { return showMessage(DroppedTextReason.fieldIsGone.words) }
        if context == .prefix { host.closeTop() }
        deliver { $0.paste(text) }
    }

    /// Writes the held letter as text, because other input than a key followed.
    func endHolding() {
        guard let letter = held else { return }
        held = nil
        top.hold(nil)
        write(letter.text)
    }

    private func deliver(_ take: (any FocusPane) -> Bool) {
        while !take(top) {
            guard let overlay = host.overlays.last else {
                refusal = .noField
                return showMessage(DroppedTextReason.noField.words)
            }
            if overlay.context == .menu { return showMessage(.words("menu.no-such-letter")) }
            host.closeTop()
            showMessage(overlay.refusal)
        }
        isWriting = true
    }

    func pressQuit() {
        guard isQuitArmed else {
            isQuitArmed = true
            showMessage(.words("panes.again-quits"))
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

    /// The time in which a second `^C` quits, in milliseconds.
    private static let quitPause = 3000
}

extension Key {
    /// The text that the key types; `nil` for special keys and modified ones.
    fileprivate var text: String? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return String(character)
    }

    /// The menu letter of the key: `^O ^H` is `^O h`, because Control is often still held.
    fileprivate var letter: String? {
        guard case .character(let character) = code, !modifiers.contains(.meta) else { return nil }
        return String(character)
    }
}
