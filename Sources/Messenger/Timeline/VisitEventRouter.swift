import Conversations

/// The way in for going to a message.
@MainActor
struct VisitEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let reading: ReadingModel
    }

    private let models: Models
    private let archive: TimelineArchive
    private let timeline: TimelineHandler
    private let queue: EventQueue

    func route(_ event: VisitEvent) {
        guard let chatID = models.timeline.chatID else { return }
        switch event {
        case .goingTo(let eventID):
            go(to: eventID, chatID: chatID, selects: true)
        case .goingToUnread:
            guard let first = models.timeline.unread?.firstEventID else {
                queue.post(HistoryEvent.seeks(.unread(isAsked: true)))
                return
            }
            models.timeline.goToUnread()
            go(to: first, chatID: chatID, selects: false)
        case .wentToLatest:
            guard let end = models.timeline.window.end else { return }
            models.reading.accept(through: end, chatID: chatID)
            // It is told to the server as what was on screen is.
            queue.post(MessageEvent.keyPressed)
        }
        timeline.changed()
    }

    /// Where the window doesn't have it, the disk may, or else the server.
    private func go(to eventID: String, chatID: String, selects: Bool) {
        models.timeline.stopSeeking()
        guard !models.timeline.jump(to: eventID, selects: selects) else { return }
        guard let window = archive.around(eventID, chatID: chatID), !window.messages.isEmpty else {
            let messages = models.timeline.window.messages
            guard let quoting = messages.last(where: { $0.message.replyTo == eventID }) ?? messages.last else { return }
            queue.post(HistoryEvent.seeks(.message(eventID: eventID, before: quoting.position)))
            return
        }
        models.timeline.visit(eventID, in: window, selects: selects)
    }
}

extension VisitEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(timeline: models.timeline, reading: models.reading),
            archive: session.timelineArchive, timeline: session.handlers.timeline, queue: session.queue)
    }
}
