import Conversations

/// The way in for what the disk answers about timelines.
@MainActor
struct TimelineEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let openChat: OpenChatReading
    }

    private let models: Models
    private let history: HistoryEndpoint
    private let handler: HistoryEventHandler
    private let queue: EventQueue

    func route(_ event: TimelineEvent) {
        switch event {
        case .answered(let answer, let chatID):
            guard chatID == models.timeline.chatID else { return }
            if let answer { take(answer, chatID: chatID) }
            models.timeline.endQuestion()
            models.openChat.confirmRead()
            handler.historyChanged()
        }
    }

    private func take(_ answer: TimelineAnswer, chatID: String) {
        let timeline = models.timeline
        switch answer {
        case .older(let page, let position):
            guard timeline.window.messages.first?.position == position else { return }
            timeline.prepend(page)
            fillNewestGap(chatID: chatID)
        case .newer(let page, let position):
            guard timeline.window.messages.last?.position == position else { return }
            timeline.appendPage(page)
        case .latest(let window):
            timeline.goToLatest(window)
        case .caughtUp(let window, let unread, let findsUnread):
            if findsUnread { timeline.setUnread(unread) }
            timeline.replace(window)
        case .firstLook(let stored, let unreadAtServer):
            timeline.open(chatID: chatID, stored: stored, unreadAtServer: unreadAtServer)
        case .first(let window):
            guard timeline.sought == .first else { return }
            goOnToFirst(window, chatID: chatID)
        case .sought(let sought, let window, let gap):
            guard case .message(let eventID, _) = sought, timeline.sought == sought else { return }
            goOn(to: eventID, window, gap, chatID: chatID)
        case .visited(let eventID, let window, let selects):
            visit(eventID, window, selects: selects)
        case .filled(let window, let position):
            if let position, !timeline.has(position) { return }
            timeline.fill(with: window)
        }
    }

    /// The gap before the place is filled until the message is here.
    private func goOn(to eventID: String, _ window: MessageWindow?, _ gap: TimelineGap?, chatID: String) {
        if let window, !window.messages.isEmpty {
            models.timeline.visit(eventID, in: window)
        } else if let gap {
            models.timeline.beginLoadingOlder()
            history.fill(gap, chatID: chatID)
        } else {
            models.timeline.stopSeeking()
            models.timeline.failLoadingOlder("That message is not in the history that the server gives of this chat.")
        }
    }

    /// The oldest that is here, and then what is before it, page by page.
    private func goOnToFirst(_ oldest: MessageWindow, chatID: String) {
        models.timeline.replace(oldest)
        guard let first = oldest.messages.first, let gap = oldest.gaps.first(where: { $0.position == first.position })
        else {
            models.timeline.stopSeeking()
            return
        }
        models.timeline.beginLoadingOlder()
        history.fill(gap, chatID: chatID)
    }

    /// Where neither the window nor the disk has it, the server may.
    private func visit(_ eventID: String, _ window: MessageWindow?, selects: Bool) {
        guard let window, !window.messages.isEmpty else {
            let messages = models.timeline.window.messages
            guard let quoting = messages.last(where: { $0.message.replyTo == eventID }) ?? messages.last else { return }
            queue.post(HistoryEvent.seeks(eventID: eventID, before: quoting.position))
            return
        }
        models.timeline.visit(eventID, in: window, selects: selects)
    }

    /// A gap that came into the window is filled without being asked for.
    private func fillNewestGap(chatID: String) {
        guard let gap = models.timeline.window.gaps.last else { return }
        models.timeline.retryGap(at: gap.position)
        history.fill(gap, chatID: chatID)
    }
}

extension TimelineEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(timeline: models.timeline, openChat: OpenChatReading(models)),
            history: session.history, handler: HistoryEventHandler(raiser: session.raiser), queue: session.queue)
    }
}
