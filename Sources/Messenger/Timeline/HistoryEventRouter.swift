import Conversations

/// The way in for moving through a chat's past.
@MainActor
struct HistoryEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let outbox: OutboxModel
        let openChat: OpenChatReading
    }

    private let models: Models
    private let archive: TimelineArchive
    private let history: HistoryEndpoint
    private let handler: HistoryEventHandler
    private let queue: EventQueue
    private let surroundings: Surroundings

    func route(_ event: HistoryEvent) {
        switch event {
        case .needsOlder:
            guard let chatID = models.timeline.chatID, !models.timeline.isLoadingOlder else { return }
            loadOlder(chatID: chatID)
        case .needsNewer:
            guard let chatID = models.timeline.chatID, let last = models.timeline.window.messages.last else { return }
            archive.newer(chatID: chatID, after: last.position)
        case .needsLatest:
            guard let chatID = models.timeline.chatID else { return }
            models.timeline.stopSeeking()
            archive.latest(chatID: chatID)
        case .needsFirst:
            guard let chatID = models.timeline.chatID else { return }
            models.timeline.seek(.first)
            goOn(to: .first, chatID: chatID)
        case .seeks(let eventID, let position):
            guard let chatID = models.timeline.chatID else { return }
            models.timeline.seek(.message(eventID: eventID, before: position))
            goOn(to: .message(eventID: eventID, before: position), chatID: chatID)
        case .stopped:
            models.timeline.stopSeeking()
        case .gapShown(let position):
            guard let chatID = models.timeline.chatID,
                let gap = models.timeline.window.gaps.first(where: { $0.position == position })
            else { return }
            models.timeline.retryGap(at: position)
            history.fill(gap, chatID: chatID)
        case .gapFilled(let chatID, let applied):
            models.outbox.remove(applied.echoedLines)
            models.openChat.merge(applied.chats)
            handler.chatsChanged()
            guard chatID == models.timeline.chatID else { return }
            models.timeline.endProblem()
            models.timeline.merge(applied.changedMembers[chatID] ?? [])
            models.timeline.merge(applied.changedReadPlaces[chatID] ?? [])
            if let sought = models.timeline.sought {
                goOn(to: sought, chatID: chatID)
            } else {
                takeFilledGap(chatID: chatID)
            }
        case .failed(let chatID, let gap, let reason, let isPassing):
            guard chatID == models.timeline.chatID else { return }
            models.timeline.stopSeeking()
            models.timeline.failLoadingOlder(reason)
            if isPassing {
                retryLater(gap, chatID: chatID, reason: reason)
            } else {
                models.timeline.failGap(at: gap.position, "\(sentence(reason)) Page Up here asks again")
            }
        }
        handler.historyChanged()
    }

    private func goOn(to sought: TimelineModel.Sought, chatID: String) {
        switch sought {
        case .first: archive.oldest(chatID: chatID)
        case .message(let eventID, let position): archive.seek(eventID, before: position, chatID: chatID)
        }
    }

    /// A gap that stays in the window is tried again by itself, each time after a longer pause.
    private func retryLater(_ gap: TimelineGap, chatID: String, reason: String) {
        let seconds = models.timeline.nextPause()
        models.timeline.failGap(at: gap.position, "\(sentence(reason)) Trying again in \(seconds) s.")
        surroundings.after(seconds * 1_000) { [queue, models] in
            guard chatID == models.timeline.chatID, models.timeline.gapProblems[gap.position] != nil else { return }
            queue.post(HistoryEvent.gapShown(at: gap.position))
        }
    }

    private func sentence(_ reason: String) -> String {
        reason.last.map { ".?!".contains($0) } ?? false ? reason : reason + "."
    }

    /// What is on disk comes first; where the window begins at a gap, the server is asked.
    private func loadOlder(chatID: String) {
        let window = models.timeline.window
        if let first = window.messages.first, let gap = window.gaps.first(where: { $0.position == first.position }) {
            models.timeline.beginLoadingOlder()
            models.timeline.retryGap(at: gap.position)
            history.fill(gap, chatID: chatID)
        } else if window.hasOlder, let first = window.messages.first {
            archive.older(chatID: chatID, before: first.position)
        } else if let gap = window.gaps.last {
            models.timeline.retryGap(at: gap.position)
            history.fill(gap, chatID: chatID)
        }
    }

    /// The messages may lie before the window or within it, so that the whole window is read anew, at its old end.
    private func takeFilledGap(chatID: String) {
        let window = models.timeline.window
        let limit = min(window.messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        archive.filled(window, chatID: chatID, limit: limit)
    }
}

extension HistoryEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(timeline: models.timeline, outbox: models.outbox, openChat: OpenChatReading(models)),
            archive: session.timelineArchive,
            history: session.history,
            handler: HistoryEventHandler(raiser: session.raiser), queue: session.queue,
            surroundings: session.surroundings)
    }
}
