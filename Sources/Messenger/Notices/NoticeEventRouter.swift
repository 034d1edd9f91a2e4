/// The way in for the notice line.
@MainActor
final class NoticeEventRouter {
    private let models: Models
    private let handler: NoticeEventHandler
    private let queue: EventQueue

    init(models: Models, handler: NoticeEventHandler, queue: EventQueue) {
        self.models = models
        self.handler = handler
        self.queue = queue
    }

    func route(_ event: NoticeEvent) {
        switch event {
        case .goingThere where !models.settings.problems.isEmpty:
            models.navigation.open(.settingProblems)
            handler.pageAsked()
        case .goingThere where models.unsentToTell != nil:
            models.navigation.open(.unsentFile)
            handler.pageAsked()
        case .goingThere:
            if let chatID = models.notice.chatIDs.last { queue.post(ChatEvent.opened(chatID: chatID)) }
        case .dismissed:
            // One thing a key: what arrived is told once the rest was seen.
            if !models.settings.problems.isEmpty {
                models.settings.dismissProblems()
            } else if models.unsentToTell != nil {
                models.login.dismissUnsent()
            } else {
                models.notice.removeAll()
            }
        }
        handler.noticeChanged()
    }
}
