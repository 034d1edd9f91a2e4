package import MatrixClient

/// Changes of the connection.
package enum ConnectionEvent: RoutedEvent {
    case changed(ConnectionState)
    /// The built-in server did not start. Stored chats can still be read.
    case notStarted(any Reason)
    /// A request got no response, so that the connection may be broken although its state says otherwise.
    case inDoubt
    /// The server accepts lines, but the sync doesn't deliver them: the sync is broken.
    case deaf
    /// The server stopped answering, or answers again.
    case found(ResponseWatchdog.Finding)
    /// Queued lines wait this many milliseconds for their next retry, because the server asked for it or one
    /// failed; `nil` if none wait.
    case linesWait(milliseconds: Int64?, isServersWish: Bool)
    /// The user retries at once.
    case tryingNow
    /// A second passed in the countdown to the next retry.
    case counted
    /// Received data can't be stored, or can be again.
    case storageProblem(FailureReason?)
}

/// Routes changes of the connection.
@MainActor
struct ConnectionEventRouter: EventRouter {
    struct Models {
        let connection: ConnectionModel
        let timeline: TimelineModel
        let chatList: ChatListModel
        let outbox: OutboxModel
    }

    private let models: Models
    private let sync: SyncLoopEndpoint
    private let outbox: OutboxEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment
    private let scripts: ScriptReporter

    func route(_ event: ConnectionEvent) {
        switch event {
        case .changed(let state):
            models.connection.change(to: state, now: environment.now())
            noteDelay()
            outbox.connectionChanged(to: state)
            scripts.connectionChanged(to: state)
            // Without a connection, the end of typing would not be reported.
            if state != .online { models.timeline.forgetTyping() }
            if state == .online, let chatID = models.timeline.chatID {
                queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
            }
            if state == .online { queue.post(MissingChatEvent.doubted(chatID: nil)) }
            if state == .online, models.chatList.chats.isEmpty { queue.post(ChatListEvent.searchingKnownPeople) }
            countDown()
            if models.connection.isSessionOver {
                environment.handOverText()
                queue.post(LoginEvent.sessionEnded)
            }
            handlers.connection.changed()
            // An empty chat list shows the state of the connection.
            handlers.chatList.changed()
            // These show whether a login is possible or needed.
            handlers.navigation.changed()
            handlers.login.changed()
            // Queued lines are shown as unsent without a connection, and as being sent with one.
            handlers.timeline.changed()
            handlers.timeline.typingChanged()
        case .notStarted(let reason):
            models.connection.lackServer(reason)
            queue.post(ConnectionEvent.changed(.stopped(.unreachable(.notStarted))))
        case .inDoubt:
            sync.connectAnew()
        case .deaf:
            models.connection.fallDeaf(now: environment.now())
            noteDelay()
            sync.connectAnew()
            countDown()
            handlers.connection.changed()
            handlers.timeline.changed()
        case .found(let finding):
            models.connection.find(finding, now: environment.now())
            noteDelay()
            if finding == .resumed { sync.connectAnew() }
            countDown()
            handlers.connection.changed()
        case .linesWait(let milliseconds, let isServersWish):
            models.connection.setRest(
                milliseconds.map { RetryDelay(until: environment.now() + $0, isServersWish: isServersWish) })
            noteDelay()
            countDown()
            handlers.connection.changed()
        case .tryingNow:
            let isDoubtful = models.connection.silentSince != nil || models.connection.syncStalledSince != nil
            if isDoubtful { sync.connectAnew() } else { sync.tryNow() }
            outbox.tryNow()
        case .counted:
            models.connection.endCounting()
            countDown()
            handlers.connection.changed()
        case .storageProblem(let problem):
            guard problem != models.connection.storageProblem else { return }
            models.connection.setStorageProblem(problem)
            handlers.connection.changed()
        }
    }

    private func noteDelay() {
        if models.connection.delaysLines { models.outbox.noteDelay() }
    }

    /// Starts a timer of one second, but only while a countdown is shown.
    private func countDown() {
        guard models.connection.beginCounting() else { return }
        environment.after(1_000) { [weak queue] in queue?.post(ConnectionEvent.counted) }
    }
}

extension ConnectionEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                connection: models.connection, timeline: models.timeline, chatList: models.chatList,
                outbox: models.outbox),
            sync: session.sync, outbox: session.outbox, handlers: session.handlers,
            queue: session.queue, environment: session.environment, scripts: session.scripts)
    }
}
