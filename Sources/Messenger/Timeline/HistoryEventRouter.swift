import Conversations
import MatrixClient

/// The way in for moving through a chat's past.
@MainActor
struct HistoryEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let outbox: OutboxModel
        let openChat: OpenChatReading
        let connection: ConnectionModel
        let chatList: ChatListModel
        let account: AccountModel
    }

    private let models: Models
    private let archive: TimelineArchive
    private let history: HistoryEndpoint
    private let handler: HistoryEventHandler
    private let queue: EventQueue
    private let surroundings: Surroundings
    /// As many pages are asked for where no person wants to go there.
    private static let mostUnaskedPages = 30

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
            models.timeline.stopSeeking()
            models.timeline.goToLatest(archive.latest(chatID: chatID))
        case .seeks(let goal):
            guard let chatID = models.timeline.chatID, isWorthSeeking(goal) else { return }
            models.timeline.seek(goal)
            goOn(to: goal, chatID: chatID)
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
            let people = applied.changedMembers[chatID] ?? []
            models.timeline.merge(people)
            if !people.isEmpty { queue.post(CompletionEvent.peopleCame(people, chatID: chatID)) }
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

    private func goOn(to goal: HistoryGoal, chatID: String) {
        switch goal {
        case .first: goOnToFirst(chatID: chatID)
        case .message(let eventID, let position): goOn(to: eventID, before: position, chatID: chatID)
        case .unread(let isAsked): goOnToUnread(isAsked: isAsked, chatID: chatID)
        }
    }

    /// What no person asked for is fetched where there is a server, and where nothing else is being looked for.
    private func isWorthSeeking(_ goal: HistoryGoal) -> Bool {
        guard goal == .unread(isAsked: false) else { return true }
        return models.connection.state == .online && models.timeline.sought == nil && models.openChat.lacksUnread
            && models.chatList.openChat?.membership == .joined
    }

    /// What is missing is filled from the newest gap back, until the last that was read is met.
    private func goOnToUnread(isAsked: Bool, chatID: String) {
        let unread = archive.unread(chatID: chatID, userID: models.account.userID)
        guard unread?.isWhole != true else { return foundUnread(unread, isAsked: isAsked, chatID: chatID) }
        if models.timeline.soughtPages > 0 { takeFilledGap(chatID: chatID) }
        guard isAsked || models.timeline.soughtPages < Self.mostUnaskedPages,
            let gap = archive.newestGap(chatID: chatID, upTo: .max), gap.anchor > unread?.after ?? .min
        else {
            models.timeline.stopSeeking()
            return
        }
        models.timeline.seekPage()
        models.timeline.beginLoadingOlder()
        history.fill(gap, chatID: chatID)
    }

    /// Who did nothing since the chat was opened begins where the unread does; all others are told the way.
    private func foundUnread(_ unread: UnreadPart?, isAsked: Bool, chatID: String) {
        models.timeline.stopSeeking()
        if models.timeline.isUntouched, !isAsked {
            models.timeline.open(
                chatID: chatID, stored: archive.timeline(chatID: chatID, userID: models.account.userID),
                unreadAtServer: models.timeline.unreadAtServer)
        } else {
            models.timeline.setUnread(unread)
            takeFilledGap(chatID: chatID)
            models.timeline.tellUnreadAbove()
        }
        models.openChat.beginReading()
        if isAsked, unread?.first != nil { queue.post(VisitEvent.goingToUnread) }
    }

    /// The gap before the place is filled until the message is here.
    private func goOn(to eventID: String, before position: Int64, chatID: String) {
        if let window = archive.around(eventID, chatID: chatID), !window.messages.isEmpty {
            models.timeline.visit(eventID, in: window)
        } else if let gap = archive.newestGap(chatID: chatID, upTo: position) {
            models.timeline.beginLoadingOlder()
            history.fill(gap, chatID: chatID)
        } else {
            models.timeline.stopSeeking()
            models.timeline.failLoadingOlder("That message is not in the history that the server gives of this chat.")
        }
    }

    /// The oldest that is here, and then what is before it, page by page.
    private func goOnToFirst(chatID: String) {
        let oldest = archive.newer(chatID: chatID, after: .min)
        models.timeline.replace(oldest)
        guard let first = oldest.messages.first, let gap = oldest.gaps.first(where: { $0.position == first.position })
        else {
            models.timeline.stopSeeking()
            return
        }
        models.timeline.beginLoadingOlder()
        history.fill(gap, chatID: chatID)
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
            models.timeline.prepend(archive.older(chatID: chatID, before: first.position))
            fillNewestGap(chatID: chatID)
        } else {
            fillNewestGap(chatID: chatID)
        }
    }

    /// A gap that came into the window is filled without being asked for.
    private func fillNewestGap(chatID: String) {
        guard let gap = models.timeline.window.gaps.last else { return }
        models.timeline.retryGap(at: gap.position)
        history.fill(gap, chatID: chatID)
    }

    /// The messages may lie before the window or within it, so that the whole window is read anew, at its old end.
    private func takeFilledGap(chatID: String) {
        let window = models.timeline.window
        let limit = min(window.messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        let filled = archive.again(window, chatID: chatID, limit: limit)
        models.timeline.replace(filled ?? archive.latest(chatID: chatID))
    }
}

extension HistoryEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                timeline: models.timeline, outbox: models.outbox, openChat: OpenChatReading(models),
                connection: models.connection, chatList: models.chatList, account: models.account),
            archive: session.timelineArchive,
            history: HistoryEndpoint(
                client: session.client, messages: session.messageStore, queue: session.queue, tasks: session.tasks),
            handler: HistoryEventHandler(session.handlers), queue: session.queue,
            surroundings: session.surroundings)
    }
}
