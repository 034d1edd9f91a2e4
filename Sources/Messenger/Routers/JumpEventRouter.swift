import Conversations
import Engine
import ViewModels

/// Routes the events of moving to a message and back.
@MainActor
struct JumpEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: JumpEvent) {
        switch event {
        case .goingTo(let eventID, let chatID):
            guard chatID == state.timeline.chatID else { return }
            go(to: eventID)
        case .goingToUnread(let chatID):
            guard chatID == state.timeline.chatID else { return }
            goToUnread(chatID: chatID)
        case .wentToLatest(let chatID):
            guard chatID == state.timeline.chatID else { return }
            acceptLatest(chatID: chatID)
        case .stood(let stand, let opening):
            guard opening == state.timeline.opening else { return }
            return state.visits.stand(at: JumpOrigin(stand, in: state.timeline), in: opening)
        case .departed(let search):
            depart(search: search)
        case .arrived:
            state.visits.arrive(in: state.timeline.opening)
        case .returning:
            goBack()
        case .cameBack(let place):
            guard place.chatID == state.timeline.chatID, place.threadID == state.timeline.threadID else { return }
            jumpBack(place)
        case .stayed:
            state.visits.stay()
        }
    }

    private func depart(search: Int?) {
        let opening = state.timeline.opening
        var place =
            state.visits.standing(in: opening) ?? JumpOrigin(state.timeline, state.reading)
        place.search = search
        state.visits.depart(from: place, in: opening)
    }

    /// A chat that is already open isn't opened again, so that its draft and selection stay.
    private func goBack() {
        guard let place = state.visits.takeLast(in: state.timeline.opening) else { return }
        if let chatID = place.chatID {
            guard state.chatList.chat(chatID) != nil else { return }
            if chatID != state.timeline.chatID || place.threadID != state.timeline.threadID {
                queue.post(ChatEvent.opened(chatID: chatID))
                if let threadID = place.threadID {
                    queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
                }
                queue.post(JumpEvent.arrived)
            }
        }
        queue.post(JumpEvent.cameBack(place))
    }

    private func jumpBack(_ place: JumpOrigin) {
        if place.chatID != nil {
            state.timeline.stopGoing()
            state.timeline.touch()
            if let eventID = place.eventID {
                guard !state.timeline.comeBack(to: eventID, place.stand) else { return goToList(place) }
                state.timeline.await(.message(eventID: eventID), stand: place.stand)
                openTimeline.request(.visited(eventID: eventID, selects: false))
            } else if !state.timeline.comeBackToEnd(place.stand) {
                state.timeline.await(.latest(accepts: false), stand: place.stand)
                openTimeline.request(.latest)
            }
        }
        goToList(place)
    }

    /// Returns the focus to the chat list if it was there.
    private func goToList(_ place: JumpOrigin) {
        guard let row = place.stand.listRow else { return }
        state.navigation.goTo(row)
    }

    private func goToUnread(chatID: String) {
        guard let first = state.timeline.unread?.firstEventID else {
            return queue.post(HistoryEvent.seeks(.unread(isAsked: true), chatID: chatID))
        }
        state.timeline.goToUnread()
        go(to: first, selects: false)
    }

    private func acceptLatest(chatID: String) {
        // Finishing a thread doesn't mark the chat as read.
        if state.timeline.threadID == nil {
            guard let end = state.timeline.window.end else { return state.timeline.acceptOnceLatest() }
            state.reading.accept(through: end, chatID: chatID)
        }
        // The read position is sent to the server as if the messages had been on screen.
        queue.post(ReadMarkerEvent.keyPressed)
    }

    /// Looks in the window first, then on disk, and last asks the server.
    private func go(to eventID: String, selects: Bool = true) {
        state.timeline.stopGoing()
        state.timeline.touch()
        guard !state.timeline.jump(to: eventID, selects: selects) else { return }
        state.timeline.await(.message(eventID: eventID))
        openTimeline.request(.visited(eventID: eventID, selects: selects))
    }
}
