import MatrixClient

/// The way in for all that happens to the connection.
@MainActor
final class ConnectionEventRouter {
    private let models: Models
    private let sync: SyncEndpoint
    private let outbox: OutboxEndpoint
    private let handler: ConnectionEventHandler
    private let queue: EventQueue
    private let surroundings: Surroundings
    private var isCounting = false

    init(
        models: Models, sync: SyncEndpoint, outbox: OutboxEndpoint, handler: ConnectionEventHandler, queue: EventQueue,
        surroundings: Surroundings
    ) {
        self.models = models
        self.sync = sync
        self.outbox = outbox
        self.handler = handler
        self.queue = queue
        self.surroundings = surroundings
    }

    func route(_ event: ConnectionEvent) {
        switch event {
        case .changed(let state):
            models.connection.change(to: state, now: surroundings.now())
            outbox.connectionChanged(isOnline: state == .online)
            // Nobody would say when they stop.
            if state != .online { models.timeline.forgetTyping() }
            countDown()
            if models.connection.isSessionOver {
                surroundings.handOverText()
                queue.post(LoginEvent.sessionEnded)
            }
            handler.connectionChanged()
        case .tryingNow:
            sync.tryNow()
            outbox.tryNow()
        case .counted:
            isCounting = false
            countDown()
            handler.statusChanged()
        case .storageProblem(let problem):
            guard problem != models.connection.storageProblem else { return }
            models.connection.setStorageProblem(problem)
            handler.statusChanged()
        }
    }

    /// One timer a second, only while there is a number to change.
    private func countDown() {
        guard models.connection.nextTry != nil, !isCounting else { return }
        isCounting = true
        surroundings.after(1_000) { [weak queue] in queue?.post(ConnectionEvent.counted) }
    }
}
