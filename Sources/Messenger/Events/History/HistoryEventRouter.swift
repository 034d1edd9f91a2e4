import Conversations

/// The way in for moving through a chat's past.
@MainActor
final class HistoryEventRouter {
    private let models: Models
    private let archive: ArchiveEndpoint
    private let history: HistoryEndpoint
    private let handler: HistoryEventHandler

    init(models: Models, archive: ArchiveEndpoint, history: HistoryEndpoint, handler: HistoryEventHandler) {
        self.models = models
        self.archive = archive
        self.history = history
        self.handler = handler
    }

    func route(_ event: HistoryEvent) {
        switch event {
        case .needsOlder:
            guard let chatID = models.timeline.chatID, !models.timeline.isLoadingOlder else { return }
            loadOlder(chatID: chatID)
        case .needsNewer:
            guard let chatID = models.timeline.chatID, let last = models.timeline.window.messages.last else { return }
            models.timeline.appendPage(archive.newer(chatID: chatID, after: last.position))
        case .needsLatest:
            guard let chatID = models.timeline.chatID else { return }
            models.timeline.replace(archive.latest(chatID: chatID))
        case .gapFilled(let chatID, let applied):
            models.outbox.remove(applied.echoedLines)
            models.chatList.merge(applied.chats)
            handler.chatsChanged()
            guard chatID == models.timeline.chatID else { return }
            takeFilledGap(chatID: chatID)
        case .failed(let chatID, let reason):
            guard chatID == models.timeline.chatID else { return }
            models.timeline.failLoadingOlder(reason)
        }
        handler.historyChanged()
    }

    /// What is on disk comes first; where the window begins at a gap, the server is asked.
    private func loadOlder(chatID: String) {
        let window = models.timeline.window
        if let first = window.messages.first, let gap = window.gaps.first(where: { $0.position == first.position }) {
            models.timeline.beginLoadingOlder()
            history.fill(gap, chatID: chatID)
        } else if window.hasOlder, let first = window.messages.first {
            models.timeline.prepend(archive.older(chatID: chatID, before: first.position))
            fillNewestGap(chatID: chatID)
        } else {
            fillNewestGap(chatID: chatID)
        }
    }

    /// A gap that came into the window is filled without being asked for.
    private func fillNewestGap(chatID: String) {
        guard let gap = models.timeline.window.gaps.last else { return }
        history.fill(gap, chatID: chatID)
    }

    /// The messages may lie before the window or within it, so that the whole window is read anew, at its old end.
    private func takeFilledGap(chatID: String) {
        let window = models.timeline.window
        guard let last = window.messages.last else {
            models.timeline.replace(archive.latest(chatID: chatID))
            return
        }
        let limit = min(window.messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        var filled = archive.older(chatID: chatID, before: last.position + 1, limit: limit)
        filled.hasNewer = window.hasNewer
        models.timeline.replace(filled)
    }
}
