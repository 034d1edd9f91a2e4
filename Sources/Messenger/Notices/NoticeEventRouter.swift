/// Actions on the notification line.
package enum NoticeEvent: RoutedEvent {
    case goingThere
    case dismissed
}

/// Handles the actions on the notification line.
@MainActor
struct NoticeEventRouter: EventRouter {
    struct Models {
        let notice: NoticeModel
        let settings: SettingsModel
        let login: LoginModel
        let navigation: NavigationModel
        let verification: VerificationModel
        let security: SecurityModel
        let ownIdentity: OwnIdentityModel
        /// Whether to remind the user to verify this device.
        let isConfirmationToTell: @MainActor () -> Bool
    }

    private let models: Models
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: NoticeEvent) {
        switch event {
        case .goingThere where !models.settings.problems.isEmpty:
            models.navigation.open(.settingProblems)
            handlers.page.changed()
        case .goingThere where isVerificationToTell:
            queue.post(VerificationEvent.opened)
        case .goingThere where models.isConfirmationToTell():
            queue.post(SecurityEvent.opened)
        case .goingThere where models.login.unsentToTell != nil:
            models.navigation.open(.unsentFile)
            handlers.page.changed()
        case .goingThere where models.notice.outcome != nil:
            if let chatID = models.notice.outcome?.chatID { queue.post(ChatEvent.opened(chatID: chatID)) }
            models.notice.dismissOutcome()
        case .goingThere:
            guard let chatID = models.notice.chatIDs.last else { break }
            if let threadID = models.notice.threadID(chatID: chatID) {
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
            } else {
                queue.post(ChatEvent.opened(chatID: chatID))
            }
        case .dismissed:
            // Each key press dismisses a single notification. New messages are shown after the others are dismissed.
            if !models.settings.problems.isEmpty {
                models.settings.dismissProblems()
            } else if isVerificationToTell {
                queue.post(VerificationEvent.dismissed)
            } else if models.isConfirmationToTell() {
                models.security.dismiss(models.ownIdentity.state)
                models.ownIdentity.dismissLoss()
            } else if models.login.unsentToTell != nil {
                models.login.dismissUnsent()
            } else if models.notice.outcome != nil {
                models.notice.dismissOutcome()
            } else {
                models.notice.removeAll()
            }
        }
        handlers.notices.changed()
    }

    private var isVerificationToTell: Bool {
        models.verification.left(for: models.navigation.screen) != nil || models.verification.toTell != nil
    }
}

extension NoticeEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                notice: models.notice, settings: models.settings, login: models.login, navigation: models.navigation,
                verification: models.verification, security: models.security, ownIdentity: models.ownIdentity,
                isConfirmationToTell: { models.isConfirmationToTell }),
            handlers: session.handlers, queue: session.queue)
    }
}
