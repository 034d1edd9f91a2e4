import Conversations
import Logging
import MatrixAPI
import MatrixClient
import Storage

/// Follows the homeserver: what it tells is kept in slices and then told as events.
@MainActor
final class SyncEndpoint {
    private let client: HomeserverClient
    private let store: SyncStore
    private let userID: String
    private let queue: EventQueue
    private let clock: LoopClock
    private let logger: Logger
    private var loop: SyncLoop?
    private var running: Task<Void, Never>?

    init(
        client: HomeserverClient, store: SyncStore, userID: String, queue: EventQueue, clock: LoopClock, logger: Logger
    ) {
        self.client = client
        self.store = store
        self.userID = userID
        self.queue = queue
        self.clock = clock
        self.logger = logger
    }

    /// Goes on from the last batch that is wholly on disk.
    func start(since: String?) {
        let intake = SyncIntake(store: store, userID: userID, queue: queue)
        let loop = SyncLoop(
            client: client, filter: SyncFilter.text, since: since, clock: clock, logger: logger,
            apply: { await intake.take($0) },
            report: { [queue] state in
                Task { @MainActor in queue.post(ConnectionEvent.changed(state)) }
            })
        self.loop = loop
        running = Task.detached { await loop.run() }
    }

    /// Follows it again after that ended for good, as by a logout.
    func resume() {
        do throws(StorageError) {
            start(since: try store.token())
        } catch {
            queue.post(ConnectionEvent.storageProblem(StorageProblem.text(error)))
        }
    }

    func tryNow() {
        guard let loop else { return }
        Task { await loop.tryNow() }
    }

    func finish() async {
        running?.cancel()
        await running?.value
    }
}
