import Engine
import Messenger
import ViewModels

/// Builds the security screen: the verification state of this device and the available actions.
struct SecurityViewModelBuilder {
    let content: SecurityContent
    let queue: EventQueue

    func build() -> StepViewModel {
        StepViewModel(
            number: content.number, title: title, text: text, secret: secret,
            ways: content.isBusy ? [] : ways, field: field, openField: openField,
            shouldShowBusy: content.isBusy, busyText: .words("server.asking"), shouldShowError: content.problem != nil,
            errorText: DisplayText(sanitizing: content.problem?.text ?? ""),
            backLabel: backLabel,
            back: { [queue] in queue.post(SecurityEvent.left) })
    }

    private var backLabel: DisplayText {
        switch (content.step, content.state) {
        case (.made, _): .words("security.drop-word")
        case (.ways, .unconfirmed): .words("security.later-word")
        default: .words("back.back")
        }
    }

    private var title: DisplayText {
        switch content.step {
        case .made: .words("security.new-key-title")
        case .recoveryKey: .words("security.confirm-title")
        case .ways, .warning, .password, .browser:
            if case .unconfirmed = content.state { .words("security.confirm-title") } else { .words("security.title") }
        }
    }

    private var text: DisplayText {
        switch content.step {
        case .made: .words("security.write-it-down")
        case .recoveryKey: .empty
        case .warning: .words("security.new-identity-text")
        case .password: .words("security.identity-text")
        case .browser(_, let page, _): .words("security.browser-text", ["page": page])
        case .ways: standing + backup + restored
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

    private var backup: DisplayText {
        guard case .confirmed = content.state, let backup = content.backup else { return .empty }
        return switch backup {
        case .none: "\n" + DisplayText.words("security.backup-is-missing")
        case .deleted: "\n" + DisplayText.words("security.backup-was-deleted")
        case .foreign: "\n" + DisplayText.words("security.backup-is-foreign")
        case .closed: "\n" + DisplayText.words("security.backup-is-closed")
        case .open: "\n" + DisplayText.words("security.backup-is-open")
        }
    }

    private var restored: DisplayText {
        switch content.restore {
        case .running(let chats, let all)?:
            "\n" + DisplayText.words("security.is-restoring", ["done": String(chats), "all": String(all)])
        case .finished(let keys)?: "\n" + DisplayText.words("security.was-restored", count: keys)
        case .failed(let problem)?:
            "\n" + DisplayText.words("security.was-not-restored", ["reason": problem.message])
        case nil: .empty
        }
    }

    private var secret: DisplayText {
        guard case .made(let key) = content.step else { return .empty }
        return DisplayText(sanitizing: key)
    }

    private var ways: [StepViewModel.Choice] {
        switch content.step {
        case .recoveryKey, .password: []
        case .made:
            // Copying comes first, so that one Enter too many changes nothing. The old key stays valid
            // until the user confirms that they wrote down the new one.
            [
                StepViewModel.Choice(title: .words("security.copy-it"), copied: secret) {},
                way(.keptKey),
            ]
        case .browser(_, let page, _):
            [
                StepViewModel.Choice(
                    title: .words("security.open-page"), opened: DisplayText(sanitizing: page)
                ) {},
                StepViewModel.Choice(title: .words("security.copy-page"), copied: DisplayText(sanitizing: page)) {},
                way(.proven),
            ]
        case .warning: [.later, .newIdentity].map(way)
        case .ways:
            open.map(way)
        }
    }

    private func way(_ way: SecurityAction) -> StepViewModel.Choice {
        StepViewModel.Choice(title: title(of: way)) { [queue] in queue.post(SecurityEvent.chose(way)) }
    }

    /// The available actions, the likeliest first.
    private var open: [SecurityAction] {
        switch content.state {
        case .unknown: [.later]
        case .missing: [.identity, .later]
        case .unconfirmed(let ways):
            (ways.devices.isEmpty ? [] : [.emoji]) + (ways.recovery == nil ? [] : [.recoveryKey])
                + [.later, .newIdentity]
        case .confirmed(hasSecrets: true):
            // The existing key may give access to more messages than a new one.
            switch content.backup {
            case .closed: [.recoveryKey, .emoji, .newRecoveryKey]
            case .deleted: [.newRecoveryKey, .emoji]
            case BackupStatus.none?, .foreign, .open, nil: [.emoji, .newRecoveryKey]
            }
        case .confirmed(hasSecrets: false): [.recoveryKey, .emoji]
        }
    }

    /// Opens the recovery key step if a key is pasted before the user chose to enter one.
    private var openField: (@MainActor () -> Void)? {
        guard content.step == .ways, !content.isBusy, open.contains(.recoveryKey) else { return nil }
        return { [queue] in queue.post(SecurityEvent.chose(.recoveryKey)) }
    }

    private func title(of way: SecurityAction) -> DisplayText {
        switch way {
        case .emoji: .words("security.way-emoji")
        case .recoveryKey: .words("security.way-key")
        case .newRecoveryKey: .words(content.hasRecoveryKey ? "security.way-new-key" : "security.way-first-key")
        case .keptKey: .words("security.is-written-down")
        case .identity: .words("security.way-identity")
        case .newIdentity: .words("security.way-new-identity")
        case .proven: .words("security.is-proven")
        case .later: .words("security.way-later")
        }
    }

    private var field: StepViewModel.Field? {
        let submit: Action<String> =
            content.isBusy
            ? .unavailable(.words("server.being-asked"))
            : .available { [queue] in queue.post(SecurityEvent.submitted($0)) }
        switch content.step {
        case .ways, .warning, .browser, .made: return nil
        case .recoveryKey:
            return StepViewModel.Field(
                label: takesPassphrase ? .words("security.key-or-passphrase") : .words("security.key"),
                hint: .words("security.key-hint"), isSecret: false, submit: submit)
        case .password:
            return StepViewModel.Field(
                label: .words("security.password-of", ["user": content.userID]), hint: .words("security.password-hint"),
                isSecret: true, submit: submit)
        }
    }

    private var takesPassphrase: Bool {
        guard case .unconfirmed(let ways) = content.state else { return false }
        return ways.recovery?.takesPassphrase == true
    }
}

/// The contents of the security screen: verification state, backup and the current step.
struct SecurityContent: Equatable {
    let state: OwnIdentityState
    let restore: RestoreState?
    let backup: BackupStatus?
    let hasRecoveryKey: Bool
    let step: SecurityModel.Step
    let number: Int
    let isBusy: Bool
    let problem: SecurityFailureReason?
    let userID: String
}

extension SecurityContent {
    @MainActor
    init(_ state: SessionState) {
        let model = state.security
        self.init(
            state: state.ownIdentity.state, restore: state.ownIdentity.restore,
            backup: state.ownIdentity.backup, hasRecoveryKey: state.ownIdentity.hasRecoveryKey, step: model.step,
            number: model.number, isBusy: model.isBusy, problem: model.problem, userID: state.account.userID)
    }
}

extension SessionState {
    /// The text of the top line.
    var confirmationNotice: DisplayText? {
        guard isConfirmationToTell else { return nil }
        guard isIdentityToTell else { return .words("security.notice-backup-deleted") }
        if case .missing = ownIdentity.state { return .words("security.notice-missing") }
        return ownIdentity.state.isReplaced ? .words("security.notice-replaced") : .words("security.notice")
    }
}
