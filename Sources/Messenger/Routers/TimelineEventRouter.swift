import Conversations
import Engine

/// Routes the answers of the disk about timelines.
@MainActor
struct TimelineEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects
    /// The maximum number of pages that are requested although the user did not ask to go there.
    private static let maxUnaskedPages = 30

    func route(_ event: TimelineEvent) {
        switch event {
        case .answered(let answer, let opening):
            guard let chatID = openChat(opening) else { return }
            if let answer { apply(answer, chatID: chatID) } else { state.timeline.failReading() }
            let goesOn = state.timeline.endQuestion()
            if case .opened = answer {
                updateMembers(chatID: chatID)
            }
            if answer != nil, !goesOn { openTimeline.request(.caughtUp(findsUnread: state.readMarker.findsUnreadAnew)) }
            state.readMarker.confirmRead()
            queue.post(TrustEvent.shown(state.timeline.window.messages.origins, chatID: chatID))
            reportVisibleMessages(chatID: chatID)
        case .beganReading(let unread, let end, let opening):
            guard let chatID = openChat(opening), state.timeline.threadID == nil,
                state.reading.readThrough(chatID: chatID) == nil
            else { return }
            state.readMarker.beginReading(from: unread, end: end)
            reportVisibleMessages(chatID: chatID)
        case .wrote(let newestGap, let end, let opening):
            guard let chatID = openChat(opening) else { return }
            state.readMarker.acceptByWriting(newestGap: newestGap, through: end)
            reportVisibleMessages(chatID: chatID)
        }
    }

    private func openChat(_ opening: Int) -> String? {
        opening == state.timeline.opening ? state.timeline.chatID : nil
    }

    /// Updates the chat details and the completion of names, which may have been opened before the
    /// members were known.
    private func updateMembers(chatID: String) {
        if state.chatDetails.chatID == chatID {
            state.chatDetails.apply(stored: Array(state.timeline.members.values))
        }
        queue.post(CompletionEvent.peopleCame([], chatID: chatID))
    }

    /// Reports the messages on screen again, as they may count as read with what is now known.
    private func reportVisibleMessages(chatID: String) {
        guard let positions = state.reading.positionsOnScreen(chatID: chatID) else { return }
        queue.post(ReadMarkerEvent.presented(positions, chatID: chatID))
    }

    private func apply(_ answer: TimelineResponse, chatID: String) {
        switch answer {
        case .opened(let stored):
            state.timeline.showOpened(stored)
            state.readMarker.beginReading()
            queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
        case .older(let page, let position):
            guard state.timeline.window.messages.first?.position == position else { return }
            state.timeline.prepend(page)
            fillNewestGap(chatID: chatID)
        case .newer(let page, let position):
            guard state.timeline.window.messages.last?.position == position else { return }
            state.timeline.appendPage(page)
        case .latest(let window):
            goToLatest(window, chatID: chatID)
        case .caughtUp(let window, let unread, let findsUnread):
            if findsUnread { state.timeline.setUnread(unread) }
            state.timeline.catchUp(with: window)
            if state.reading.readThrough(chatID: chatID) == nil { state.readMarker.beginReading(from: unread) }
            queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
        case .firstLook(let stored):
            showFirstWindow(stored, chatID: chatID)
        case .first(let window):
            guard state.timeline.sought == .first else { return openTimeline.readAgain() }
            goOnToFirst(window, chatID: chatID)
        case .sought(let sought, let window, let gap):
            guard case .message(let eventID, _) = sought, state.timeline.sought == sought else {
                return openTimeline.readAgain()
            }
            continueSearch(to: eventID, window, gap, chatID: chatID)
        case .unreadFound(let stored, let isAsked):
            guard state.timeline.sought == .unread(isAsked: isAsked) else { return openTimeline.readAgain() }
            foundUnread(stored, isAsked: isAsked, chatID: chatID)
        case .unreadMissing(let unread, let gap, let isAsked):
            guard state.timeline.sought == .unread(isAsked: isAsked) else { return openTimeline.readAgain() }
            goOnToUnread(unread, gap, isAsked: isAsked, chatID: chatID)
        case .visited(let eventID, let window, let selects):
            guard state.timeline.awaited == .message(eventID: eventID) else { return }
            visit(eventID, window, selects: selects, chatID: chatID)
        case .filled(let window, let position):
            guard position.map(state.timeline.has) ?? state.timeline.window.messages.isEmpty else { return }
            state.timeline.fill(with: window)
        }
    }
}

extension TimelineEventRouter {
    /// Does nothing if the user went elsewhere meanwhile.
    private func goToLatest(_ window: MessageWindow, chatID: String) {
        guard case .latest(let accepts) = state.timeline.awaited else { return }
        state.timeline.goToLatest(window)
        if accepts { queue.post(JumpEvent.wentToLatest(chatID: chatID)) }
    }

    /// Opens the chat again at its first unread message, unless the user already did something in it.
    private func showFirstWindow(_ stored: OpenedTimeline, chatID: String) {
        guard state.reading.isFirstLook else { return openTimeline.request(.caughtUp(findsUnread: true)) }
        state.timeline.openAnew(stored, unreadAtServer: state.chatList.chats[chatID]?.unreadCount ?? 0)
        state.readMarker.beginReading()
        queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
    }

    /// Requests the messages around the target. If that fails, fills the gap before its position until
    /// the target is found.
    private func continueSearch(to eventID: String, _ window: MessageWindow?, _ gap: TimelineGap?, chatID: String) {
        if let window, !window.messages.isEmpty {
            state.timeline.visit(eventID, in: window)
        } else if let gap {
            state.timeline.beginLoadingOlder()
            if state.timeline.soughtPages == 0 {
                effects.history.reach(eventID, or: gap, chatID: chatID)
            } else {
                effects.history.fill(gap, chatID: chatID)
            }
            state.timeline.seekPage()
        } else {
            state.timeline.stopSeeking()
            state.timeline.failLoadingOlder(.notInHistory)
        }
    }

    /// Shows the oldest message on disk, then loads older ones page by page.
    private func goOnToFirst(_ oldest: MessageWindow, chatID: String) {
        state.timeline.replace(oldest)
        guard let first = oldest.messages.first, let gap = oldest.gaps.first(where: { $0.position == first.position })
        else {
            state.timeline.stopSeeking()
            return
        }
        state.timeline.beginLoadingOlder()
        effects.history.fill(gap, chatID: chatID)
    }

    /// Fills gaps from the newest back until the last read message is found.
    private func goOnToUnread(_ unread: UnreadPart?, _ gap: TimelineGap?, isAsked: Bool, chatID: String) {
        if state.timeline.soughtPages > 0 { openTimeline.readAgain() }
        guard isAsked || state.timeline.soughtPages < Self.maxUnaskedPages, let gap,
            gap.anchor > unread?.after ?? .min
        else {
            state.timeline.stopSeeking()
            return
        }
        state.timeline.seekPage()
        state.timeline.beginLoadingOlder()
        effects.history.fill(gap, chatID: chatID)
    }

    /// Moves to the first unread message if the user did nothing since opening the chat; otherwise only shows that
    /// there are unread messages above.
    private func foundUnread(_ stored: OpenedTimeline, isAsked: Bool, chatID: String) {
        state.timeline.stopSeeking()
        if state.timeline.isUntouched, !isAsked {
            state.timeline.openAnew(stored, unreadAtServer: state.timeline.unreadAtServer)
        } else {
            state.timeline.setUnread(stored.unread)
            openTimeline.readAgain()
            state.timeline.markUnreadAbove()
        }
        state.readMarker.beginReading()
        if isAsked, stored.unread?.first != nil { queue.post(JumpEvent.goingToUnread(chatID: chatID)) }
    }

    /// Asks the server if neither the window nor the disk has the message.
    private func visit(_ eventID: String, _ window: MessageWindow?, selects: Bool, chatID: String) {
        guard let window, !window.messages.isEmpty else {
            state.timeline.stopGoing()
            if state.timeline.threadID != nil {
                return queue.post(ThreadEvent.left(chatID: chatID, goingTo: eventID))
            }
            let messages = state.timeline.window.messages
            guard let quoting = messages.last(where: { $0.message.replyTo == eventID }) ?? messages.last else { return }
            let goal = HistoryDestination.message(eventID: eventID, before: quoting.position)
            queue.post(HistoryEvent.seeks(goal, chatID: chatID))
            return
        }
        state.timeline.visit(eventID, in: window, selects: selects)
    }

    /// Fills a gap that came into the window, without a request by the user.
    private func fillNewestGap(chatID: String) {
        guard let gap = state.timeline.window.gaps.last else { return }
        state.timeline.retryGap(at: gap.position)
        effects.history.fill(gap, chatID: chatID)
    }
}
