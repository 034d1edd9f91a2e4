/// The way in for the notice line.
@MainActor
struct NoticeEventRouter: EventRouter {
    struct Models {
        let notice: NoticeModel
        let settings: SettingsModel
        let login: LoginModel
        let navigation: NavigationModel
        let verification: VerificationModel
        let security: SecurityModel
        /// Whether it is to be told that this device is to be confirmed.
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
        case .goingThere where models.verification.toTell != nil:
            queue.post(VerificationEvent.opened)
        case .goingThere where models.isConfirmationToTell():
            queue.post(SecurityEvent.opened)
        case .goingThere where models.login.unsentToTell != nil:
            models.navigation.open(.unsentFile)
            handlers.page.changed()
        case .goingThere:
            if let chatID = models.notice.chatIDs.last { queue.post(ChatEvent.opened(chatID: chatID)) }
        case .dismissed:
            // One thing a key: what arrived is told once the rest was seen.
            if !models.settings.problems.isEmpty {
                models.settings.dismissProblems()
            } else if models.verification.toTell != nil {
                models.verification.dismissAsked()
            } else if models.isConfirmationToTell() {
                models.security.dismiss()
            } else if models.login.unsentToTell != nil {
                models.login.dismissUnsent()
            } else {
                models.notice.removeAll()
            }
        }
        handlers.notices.changed()
    }
}

extension NoticeEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                notice: models.notice, settings: models.settings, login: models.login, navigation: models.navigation,
                verification: models.verification, security: models.security,
                isConfirmationToTell: { models.isConfirmationToTell }),
            handlers: session.handlers, queue: session.queue)
    }
}
