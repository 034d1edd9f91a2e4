import Conversations
import Engine

/// Handles the events that show whether the user is reading.
@MainActor
struct ReadMarkerEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ReadMarkerEvent) {
        switch event {
        case .presented(let positions, let chatID):
            state.reading.show(positions, chatID: chatID)
        case .focusChanged(let hasFocus):
            state.reading.setFocus(hasFocus)
            effects.notifier.somebodyCame()
        case .keyPressed:
            state.reading.pressedKey(at: environment.now())
            if !state.reading.isTurnedAway, state.timeline.isUntouched { state.timeline.touch() }
            effects.notifier.somebodyCame()
        case .turned(let isAway):
            state.reading.turn(away: isAway)
            if !isAway, let chatID = state.timeline.chatID {
                state.notice.remove(chatID: chatID)
            }
        }
        reportRead()
    }

    private func reportRead() {
        guard let chatID = state.timeline.chatID else { return }
        if let threadID = state.timeline.threadID {
            let seen = state.reading.seen(
                chatID: chatID, in: state.timeline.window, ownUserID: state.account.userID, now: environment.now())
            if let seen, seen.message.threadID == threadID {
                queue.post(ThreadEvent.read(seen, threadID: threadID, chatID: chatID))
            }
            return
        }
        let read = state.reading.advanceReadPosition(
            chatID: chatID, in: state.timeline.window, ownUserID: state.account.userID,
            ignored: state.ignoredPeople.userIDs, now: environment.now())
        guard let read else { return }
        let eventID = read.message.eventID
        let isLatest =
            state.timeline.window.messages.last(where: \.message.hasIdentifier)?.message.eventID == eventID
        if isLatest, !state.timeline.window.hasNewer, !state.timeline.isFindingEnd {
            state.chatList.markRead(chatID)
            effects.chatArchive.markRead(chatID: chatID, through: read.position, userID: state.account.userID)
            state.notice.sawAll(chatID: chatID)
            effects.notifier.settle()
        }
        // Threads have their own receipts, and the receipt of the main timeline must not name an event of a thread.
        let told = state.timeline.window.messages.last { placed in
            placed.position <= read.position && placed.message.threadID == nil && placed.message.hasIdentifier
                && placed.message.sender != state.account.userID
        }
        if let told { effects.readMarkers.read(eventID: told.message.eventID, chatID: chatID) }
    }
}

extension ReadMarkerEventRouter: SliceReceiver {
    /// Stores the read position if the open chat turned out to be read, so that the next start finds it on disk.
    func receive(_ slice: ReceivedSlice) {
        guard let open = state.timeline.chatID, slice.has(open), state.readMarker.confirmRead(),
            let last = state.timeline.window.messages.last
        else { return }
        effects.chatArchive.markRead(chatID: open, through: last.position, userID: state.account.userID)
    }
}
