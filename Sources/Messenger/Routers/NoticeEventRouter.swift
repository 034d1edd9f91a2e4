import Engine

/// Handles the actions on the notification line.
@MainActor
struct NoticeEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: NoticeEvent) {
        switch event {
        case .goingThere where !state.settings.problems.isEmpty:
            state.navigation.open(.settingProblems)
        case .goingThere where isVerificationToTell:
            queue.post(VerificationEvent.opened)
        case .goingThere where state.isConfirmationToTell:
            queue.post(SecurityEvent.opened)
        case .goingThere where state.login.unsentToTell != nil:
            state.navigation.open(.unsentFile)
        case .goingThere where state.notice.outcome != nil:
            if let chatID = state.notice.outcome?.chatID { queue.post(ChatEvent.opened(chatID: chatID)) }
            state.notice.dismissOutcome()
        case .goingThere:
            guard let chatID = state.notice.chatIDs.last else { break }
            if let threadID = state.notice.threadID(chatID: chatID) {
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
            } else {
                queue.post(ChatEvent.opened(chatID: chatID))
            }
        case .dismissed:
            // Each key press dismisses a single notification. New messages are shown after the others are dismissed.
            if !state.settings.problems.isEmpty {
                state.settings.dismissProblems()
            } else if isVerificationToTell {
                queue.post(VerificationEvent.dismissed)
            } else if state.isConfirmationToTell {
                state.security.dismiss(state.ownIdentity.state)
                state.ownIdentity.dismissLoss()
            } else if state.login.unsentToTell != nil {
                state.login.dismissUnsent()
            } else if state.notice.outcome != nil {
                state.notice.dismissOutcome()
            } else {
                state.notice.removeAll()
            }
        }
    }

    private var isVerificationToTell: Bool {
        state.verification.left(for: state.navigation.screen) != nil || state.verification.toTell != nil
    }
}
