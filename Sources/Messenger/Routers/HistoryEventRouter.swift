import Conversations
import Engine
import MatrixClient

/// Routes the events of loading a chat's history.
@MainActor
struct HistoryEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: HistoryEvent) {
        var echoed: [OutboxLine] = []
        if let applied = event.applied {
            echoed = OutboxEventRouter(state: state, effects: effects).removeEchoes(in: applied)
            effects.scripts.arrived(applied)
            state.readMarker.merge(applied.chats)
        }
        let chatID = event.chatID
        guard chatID == state.timeline.chatID else { return }
        switch event {
        case .needsOlder:
            guard !state.timeline.isLoadingOlder else { return }
            loadOlder(chatID: chatID)
        case .needsNewer:
            guard let last = state.timeline.window.messages.last else { return }
            openTimeline.request(.newer(after: last.position))
        case .needsLatest:
            state.timeline.stopGoing()
            state.timeline.await(.latest(accepts: false))
            openTimeline.request(.latest)
        case .seeks(let goal, _):
            guard isWorthSeeking(goal) else { return }
            state.timeline.seek(goal)
            continueSearch(to: goal)
        case .stopped:
            state.timeline.stopGoing()
        case .gapShown(let position, _):
            guard let gap = state.timeline.window.gaps.first(where: { $0.position == position }) else { return }
            state.timeline.retryGap(at: position)
            fill(gap, chatID: chatID)
        case .gapFilled(_, let applied):
            state.timeline.endProblem()
            queue.post(ThreadEvent.arrived(chatID: chatID))
            let people = applied.changedMembers[chatID] ?? []
            state.timeline.merge(people)
            if !people.isEmpty { queue.post(CompletionEvent.peopleCame(people, chatID: chatID)) }
            state.timeline.merge(applied.changedReadPlaces[chatID] ?? [])
            if let sought = state.timeline.sought {
                continueSearch(to: sought)
            } else {
                openTimeline.readAgain()
            }
        case .fetchedMissed(_, let applied):
            // Messages after the inserted ones have new positions, so the chat is opened again.
            if applied.newMessages[chatID] != nil, state.timeline.threadID == nil {
                queue.post(ChatEvent.opened(chatID: chatID, isChosen: false))
            }
        case .failed(_, let gap, let reason, let isPassing):
            if case .server(let error) = reason, error.saysNotThere {
                queue.post(MissingChatEvent.doubted(chatID: chatID))
            }
            state.timeline.stopSeeking()
            state.timeline.failLoadingOlder(.failed(reason))
            if isPassing {
                retryLater(gap, chatID: chatID, reason: reason)
            } else {
                state.timeline.failGap(at: gap.position, .waiting(reason))
            }
        }
        state.timeline.land(echoed)
    }

    /// Searches on disk first.
    private func continueSearch(to goal: HistoryDestination) {
        switch goal {
        case .first: openTimeline.request(.first)
        case .message(let eventID, let position): openTimeline.request(.sought(eventID: eventID, before: position))
        case .unread(let isAsked): openTimeline.request(.unread(isAsked: isAsked))
        }
    }

    /// A search that the user didn't request needs a connection, and no other search may be running.
    private func isWorthSeeking(_ goal: HistoryDestination) -> Bool {
        guard goal == .unread(isAsked: false) else { return true }
        return state.connection.state == .online && state.timeline.sought == nil && state.timeline.lacksUnread
            && state.chatList.openChat?.membership == .joined && state.timeline.threadID == nil
    }

    /// Retries a gap that is still in the window, with growing pauses.
    private func retryLater(_ gap: TimelineGap, chatID: String, reason: FailureReason) {
        let seconds = state.timeline.nextPause()
        state.timeline.failGap(at: gap.position, .retrying(reason, seconds: seconds))
        environment.after(seconds * 1_000) { [queue, state] in
            guard chatID == state.timeline.chatID, state.timeline.gapProblems[gap.position] != nil else { return }
            queue.post(HistoryEvent.gapShown(at: gap.position, chatID: chatID))
        }
    }

    /// Fills the gap from the ends that are on screen.
    private func fill(_ gap: TimelineGap, chatID: String) {
        let shown = state.reading.positionsOnScreen(chatID: chatID) ?? []
        if gap.onward == nil || shown.last.map({ $0 >= gap.position }) ?? true {
            effects.history.fill(gap, chatID: chatID)
        }
        if shown.first.map({ $0 < gap.position }) ?? true { effects.history.fillOnward(gap, chatID: chatID) }
    }

    /// Reads from disk first, and asks the server if the window starts at a gap.
    private func loadOlder(chatID: String) {
        let window = state.timeline.window
        if let first = window.messages.first, let gap = window.gaps.first(where: { $0.position == first.position }) {
            state.timeline.beginLoadingOlder()
            state.timeline.retryGap(at: gap.position)
            effects.history.fill(gap, chatID: chatID)
        } else if window.hasOlder, let first = window.messages.first {
            openTimeline.request(.older(before: first.position))
        } else if let gap = window.gaps.last {
            state.timeline.retryGap(at: gap.position)
            effects.history.fill(gap, chatID: chatID)
        }
    }
}

extension HistoryEvent {
    fileprivate var chatID: String {
        switch self {
        case .needsOlder(let chatID), .needsNewer(let chatID), .needsLatest(let chatID), .seeks(_, let chatID),
            .stopped(let chatID), .gapShown(_, let chatID), .gapFilled(let chatID, _), .fetchedMissed(let chatID, _),
            .failed(let chatID, _, _, _):
            chatID
        }
    }

    /// The slice that was stored on disk.
    fileprivate var applied: AppliedSlice? {
        switch self {
        case .gapFilled(_, let applied), .fetchedMissed(_, let applied): applied
        case .needsOlder, .needsNewer, .needsLatest, .seeks, .stopped, .gapShown, .failed: nil
        }
    }
}
