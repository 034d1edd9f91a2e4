import Conversations

/// The way in for going to a message.
@MainActor
struct VisitEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let reading: ReadingModel
    }

    private let models: Models
    private let open: OpenTimeline
    private let timeline: TimelineHandler
    private let queue: EventQueue

    func route(_ event: VisitEvent) {
        let chatID = event.chatID
        guard chatID == models.timeline.chatID else { return }
        switch event {
        case .goingTo(let eventID, _):
            go(to: eventID, selects: true)
        case .returning(let eventID, _):
            go(to: eventID, selects: false)
        case .goingToUnread:
            guard let first = models.timeline.unread?.firstEventID else {
                queue.post(HistoryEvent.seeks(.unread(isAsked: true), chatID: chatID))
                return
            }
            models.timeline.goToUnread()
            go(to: first, selects: false)
        // Who has done with a thread has not with the chat.
        case .wentToLatest where models.timeline.threadID != nil:
            queue.post(ReadingEvent.keyPressed)
        case .wentToLatest:
            guard let end = models.timeline.window.end else {
                models.timeline.acceptOnceLatest()
                return
            }
            models.reading.accept(through: end, chatID: chatID)
            // It is told to the server as what was on screen is.
            queue.post(ReadingEvent.keyPressed)
        }
        timeline.changed()
    }

    /// Where the window doesn't have it, the disk may, or else the server.
    private func go(to eventID: String, selects: Bool) {
        models.timeline.stopGoing()
        guard !models.timeline.jump(to: eventID, selects: selects) else { return }
        models.timeline.await(.message(eventID: eventID))
        open.ask(.visited(eventID: eventID, selects: selects))
    }
}

extension VisitEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(timeline: models.timeline, reading: models.reading),
            open: OpenTimeline(session), timeline: session.handlers.timeline, queue: session.queue)
    }
}

extension VisitEvent {
    fileprivate var chatID: String {
        switch self {
        case .goingTo(_, let chatID), .returning(_, let chatID), .goingToUnread(let chatID), .wentToLatest(let chatID):
            chatID
        }
    }
}
