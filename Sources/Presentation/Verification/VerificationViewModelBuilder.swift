import Engine
import MatrixCrypto
import Messenger
import ViewModels

/// Builds the verification screen: its state and the available answers.
struct VerificationViewModelBuilder {
    let content: VerificationContent
    let queue: EventQueue

    private var state: VerificationState? { content.verification?.state }

    func build() -> VerificationViewModel {
        VerificationViewModel(
            title: title, text: text, hint: hint, emoji: compared?.emoji ?? [], numbers: compared?.numbers ?? .empty,
            question: question, shouldShowBusy: !busyText.isEmpty, busyText: busyText,
            shouldShowError: !errorText.isEmpty, errorText: errorText, agree: agree, refuse: refuse, isOver: isOver,
            backLabel: isGoingOn ? .words("verification.cancel") : .words("back.back"),
            back: { [queue] in queue.post(VerificationEvent.left) })
    }

    private var name: DisplayText { DisplayText(sanitizing: content.name ?? "") }

    private var title: DisplayText {
        content.name == nil
            ? .words("verification.with-own-device") : .words("verification.with-person", ["name": name.string])
    }

    private var text: DisplayText {
        switch state {
        case .asked(let device, isPossible: true):
            content.name == nil
                ? .words("verification.device-asks", ["device": device.deviceID])
                : .words("verification.person-asks", ["name": name.string])
        case .asked(let device, isPossible: false):
            .words("verification.asks-for-another-way", ["device": device.deviceID])
        case .comparing:
            content.name == nil
                ? .words("verification.compare-devices", ["device": content.verification?.deviceID ?? ""])
                : .words("verification.compare-with-person", ["name": name.string])
        // A result that could not be stored is not announced as a success.
        case .done where content.verification?.problem != nil: .empty
        case .done(let keys) where content.name != nil && keys.masterKey == nil:
            .words(
                "verification.device-of-person-is-verified",
                ["name": name.string, "device": DisplayText(sanitizing: keys.device.deviceID).string])
        case .done:
            content.name == nil
                ? .words("verification.device-is-verified")
                : .words("verification.person-is-verified", ["name": name.string])
        case .waitingForAnswer:
            content.name == nil
                ? .words("verification.answer-on-the-other-device", ["device": content.ownDeviceID]) : .empty
        case .ready, .exchangingKeys, .waitingForOther, .cancelled, nil: .empty
        }
    }

    private var hint: DisplayText {
        if case .done = state, content.verification?.problem == nil { return .words("verification.leads-back") }
        return .empty
    }

    private var isOver: Bool {
        if case .failed = content.shown { return true }
        return state?.isOver == true
    }

    private var compared: (emoji: [VerificationViewModel.Emoji], numbers: DisplayText)? {
        guard case .comparing(let compared) = state else { return nil }
        let emoji = zip(compared.emoji ?? [], compared.emojiNumbers ?? []).map { symbol, number in
            VerificationViewModel.Emoji(symbol: symbol, name: EmojiName.text(number))
        }
        let numbers = (compared.decimals ?? []).map(String.init).joined(separator: " ")
        // Numbers beside emoji would be one more thing to compare.
        return (emoji, emoji.isEmpty ? DisplayText(sanitizing: numbers) : .empty)
    }

    private var question: DisplayText {
        if content.hasDecided { return .empty }
        return switch state {
        case .asked(_, isPossible: true): .words("verification.asked-question")
        case .asked(_, isPossible: false): .words("verification.impossible-question")
        case .comparing: .words("verification.same-question")
        case .waitingForAnswer, .ready, .exchangingKeys, .waitingForOther, .done, .cancelled, nil: .empty
        }
    }

    private var busyText: DisplayText {
        switch (content.shown, state) {
        case (.beginning, _): .words("verification.asking")
        case (_, .waitingForAnswer):
            content.name == nil
                ? .words("verification.waiting-for-the-other-device")
                : .words("verification.waiting-for-person", ["name": name.string])
        case (_, .ready), (_, .exchangingKeys): .words("verification.exchanging-keys")
        case (_, .waitingForOther): .words("verification.waiting-for-their-answer")
        default: content.hasDecided && state?.isOver != true ? .words("verification.telling-the-other-side") : .empty
        }
    }

    private var errorText: DisplayText {
        if case .failed(_, let problem) = content.shown { return DisplayText(sanitizing: problem.text) }
        if let problem = content.verification?.problem { return DisplayText(sanitizing: problem.text) }
        guard case .cancelled(let code, let isOurs) = state else { return .empty }
        return DisplayText(sanitizing: code.text(isOurs: isOurs))
    }

    private var agree: Action<Void> {
        if content.hasDecided { return .unavailable(.words("verification.was-answered")) }
        return switch state {
        case .asked(_, isPossible: true): post(.accept)
        case .comparing: post(.match)
        default: .unavailable(.words("verification.nothing-is-asked"))
        }
    }

    private var refuse: Action<Void> {
        if content.hasDecided { return .unavailable(.words("verification.was-answered")) }
        return switch state {
        case .asked: post(.cancel)
        case .comparing: post(.mismatch)
        default: .unavailable(.words("verification.nothing-is-asked"))
        }
    }

    /// Whether Esc cancels something.
    private var isGoingOn: Bool {
        if case .beginning = content.shown { return true }
        return state?.isGoingOn == true
    }

    private func post(_ choice: VerificationChoice) -> Action<Void> {
        .available { [queue] in queue.post(VerificationEvent.decided(choice)) }
    }
}
