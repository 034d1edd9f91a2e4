import Conversations

/// The way in for going to a message.
@MainActor
struct VisitEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
    }

    private let models: Models
    private let archive: TimelineArchive
    private let handler: VisitEventHandler

    func route(_ event: VisitEvent) {
        guard let chatID = models.timeline.chatID else { return }
        switch event {
        case .goingTo(let eventID):
            go(to: eventID, chatID: chatID, selects: true)
        case .goingToUnread:
            guard let first = models.timeline.unread?.firstEventID else { return }
            models.timeline.goToUnread()
            go(to: first, chatID: chatID, selects: false)
        }
        handler.placeChanged()
    }

    /// Where the window doesn't have it, the disk may.
    private func go(to eventID: String, chatID: String, selects: Bool) {
        models.timeline.stopSeeking()
        guard !models.timeline.jump(to: eventID, selects: selects) else { return }
        archive.visit(eventID, chatID: chatID, selects: selects)
    }
}

extension VisitEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(timeline: models.timeline),
            archive: session.timelineArchive, handler: VisitEventHandler(raiser: session.raiser))
    }
}
