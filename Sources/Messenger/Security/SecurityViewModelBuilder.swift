import ViewModels

/// Says how this device stands, and what can be done about it.
struct SecurityViewModelBuilder {
    let content: SecurityContent
    let queue: EventQueue

    func build() -> SecurityViewModel {
        SecurityViewModel(
            number: content.number, title: title, text: text, secret: secret,
            ways: content.isBusy ? [] : ways, field: field, shouldShowBusy: content.isBusy,
            busyText: .words("server.asking"), shouldShowError: content.problem != nil,
            errorText: DisplayText(sanitizing: content.problem?.text ?? ""),
            backLabel: content.step == .ways ? backLabel : .words("back.back"),
            back: { [queue] in queue.post(SecurityEvent.left) })
    }

    private var backLabel: DisplayText {
        if case .unconfirmed = content.state { return .words("security.later-word") }
        return .words("back.back")
    }

    private var title: DisplayText {
        switch content.step {
        case .made: .words("security.new-key-title")
        case .recoveryKey: .words("security.confirm-title")
        case .ways, .password:
            if case .unconfirmed = content.state { .words("security.confirm-title") } else { .words("security.title") }
        }
    }

    private var text: DisplayText {
        switch content.step {
        case .made: .words("security.write-it-down")
        case .recoveryKey: .empty
        case .password(.newIdentity): .words("security.new-identity-text")
        case .password: .words("security.identity-text")
        case .ways: standing + restored
        }
    }

    private var standing: DisplayText {
        switch content.state {
        case .unknown: .words("security.is-unknown")
        case .missing: .words("security.is-missing")
        case .unconfirmed(let ways) where ways.isReplaced: .words("security.was-replaced")
        case .unconfirmed(let ways) where ways.devices.isEmpty && ways.recovery == nil:
            .words("security.nothing-confirms-it")
        case .unconfirmed: .words("security.is-unconfirmed")
        case .confirmed: .words("security.is-confirmed")
        }
    }

    private var restored: DisplayText {
        switch content.restore {
        case .running(let chats, let all)?:
            "\n" + DisplayText.words("security.is-restoring", ["done": String(chats), "all": String(all)])
        case .finished(let keys)?: "\n" + DisplayText.words("security.was-restored", count: keys)
        case nil: .empty
        }
    }

    private var secret: DisplayText {
        guard case .made(let key) = content.step else { return .empty }
        return DisplayText(sanitizing: key)
    }

    private var ways: [SecurityViewModel.Way] {
        switch content.step {
        case .recoveryKey, .password: []
        case .made:
            [
                SecurityViewModel.Way(title: .words("security.is-written-down")) { [queue] in
                    queue.post(SecurityEvent.left)
                },
                SecurityViewModel.Way(title: .words("security.copy-it"), copied: secret) {},
            ]
        case .ways:
            open.map { way in
                SecurityViewModel.Way(title: Self.title(of: way)) { [queue] in queue.post(SecurityEvent.chose(way)) }
            }
        }
    }

    /// What can be done now, the likeliest first.
    private var open: [SecurityWay] {
        switch content.state {
        case .unknown: [.later]
        case .missing: [.identity, .later]
        case .unconfirmed(let ways):
            (ways.devices.isEmpty ? [] : [.emoji]) + (ways.recovery == nil ? [] : [.recoveryKey])
                + [.later, .newIdentity]
        case .confirmed(hasSecrets: true): [.newRecoveryKey, .emoji]
        case .confirmed(hasSecrets: false): [.recoveryKey, .emoji]
        }
    }

    private static func title(of way: SecurityWay) -> DisplayText {
        switch way {
        case .emoji: .words("security.way-emoji")
        case .recoveryKey: .words("security.way-key")
        case .newRecoveryKey: .words("security.way-new-key")
        case .identity: .words("security.way-identity")
        case .newIdentity: .words("security.way-new-identity")
        case .later: .words("security.way-later")
        }
    }

    private var field: SecurityViewModel.Field? {
        let submit: Action<String> =
            content.isBusy
            ? .unavailable(.words("server.being-asked"))
            : .available { [queue] in queue.post(SecurityEvent.submitted($0)) }
        switch content.step {
        case .ways, .made: return nil
        case .recoveryKey:
            return SecurityViewModel.Field(
                label: takesPassphrase ? .words("security.key-or-passphrase") : .words("security.key"),
                hint: .words("security.key-hint"), isSecret: false, submit: submit)
        case .password:
            return SecurityViewModel.Field(
                label: .words("security.password-of", ["user": content.userID]), hint: .words("security.password-hint"),
                isSecret: true, submit: submit)
        }
    }

    private var takesPassphrase: Bool {
        guard case .unconfirmed(let ways) = content.state else { return false }
        return ways.recovery?.takesPassphrase == true
    }
}
