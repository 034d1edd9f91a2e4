import Engine
import MatrixClient

/// Routes changes of the connection.
@MainActor
struct ConnectionEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ConnectionEvent) {
        switch event {
        case .changed(let new):
            state.connection.change(to: new, now: environment.now())
            noteDelay()
            effects.outbox.connectionChanged(to: new)
            effects.scripts.connectionChanged(to: new)
            // Without a connection, the end of typing would not be reported.
            if new != .online { state.timeline.forgetTyping() }
            if new == .online, let chatID = state.timeline.chatID {
                queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
            }
            if new == .online { queue.post(MissingChatEvent.doubted(chatID: nil)) }
            if new == .online, state.chatList.chats.isEmpty { queue.post(ChatListEvent.searchingKnownPeople) }
            countDown()
            if state.connection.isSessionOver {
                environment.handOverText()
                queue.post(LoginEvent.sessionEnded)
            }
        case .notStarted(let reason):
            state.connection.lackServer(reason)
            queue.post(ConnectionEvent.changed(.stopped(.unreachable(.notStarted))))
        case .inDoubt:
            effects.sync.connectAnew()
        case .deaf:
            state.connection.fallDeaf(now: environment.now())
            noteDelay()
            effects.sync.connectAnew()
            countDown()
        case .found(let finding):
            state.connection.find(finding, now: environment.now())
            noteDelay()
            if finding == .resumed { effects.sync.connectAnew() }
            countDown()
        case .linesWait(let milliseconds, let isServersWish):
            state.connection.setRest(
                milliseconds.map { RetryDelay(until: environment.now() + $0, isServersWish: isServersWish) })
            noteDelay()
            countDown()
        case .tryingNow:
            let isDoubtful = state.connection.silentSince != nil || state.connection.syncStalledSince != nil
            if isDoubtful { effects.sync.connectAnew() } else { effects.sync.tryNow() }
            effects.outbox.tryNow()
        case .counted:
            state.connection.endCounting()
            countDown()
        case .storageProblem(let problem):
            guard problem != state.connection.storageProblem else { return }
            state.connection.setStorageProblem(problem)
        }
    }

    private func noteDelay() {
        if state.connection.delaysLines { state.outbox.noteDelay() }
    }

    /// Starts a timer of one second, but only while a countdown is shown.
    private func countDown() {
        state.connection.setTime(environment.now())
        guard state.connection.beginCounting() else { return }
        environment.after(1_000) { [weak queue] in queue?.post(ConnectionEvent.counted) }
    }
}
