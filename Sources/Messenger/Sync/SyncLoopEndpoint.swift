import Conversations
import Logging
import MatrixAPI
import MatrixClient
import Storage

/// Follows the homeserver: stores its responses in slices and then posts them as events.
@MainActor
final class SyncLoopEndpoint {
    private let client: HomeserverClient
    private let store: SyncStore
    private let pendingAnswer: PendingSyncResponseFile
    private let userID: String
    private let encryption: EncryptionEndpoint?
    private let verification: VerificationEndpoint?
    private let queue: EventQueue
    private let clock: LoopClock
    private let logger: Logger
    private var loop: SyncLoop?
    private let recount: UnreadRecount
    private var intake: SyncIntake?
    private var running: Task<Void, Never>?
    private var isFinished = false

    init(
        client: HomeserverClient, database: ProfileDatabase, userID: String, encryption: EncryptionEndpoint?,
        verification: VerificationEndpoint? = nil, queue: EventQueue, clock: LoopClock, logger: Logger
    ) {
        self.client = client
        store = database.sync
        recount = UnreadRecount(messages: database.messages, chats: database.chats, userID: userID)
        pendingAnswer = database.pendingAnswer
        self.userID = userID
        self.encryption = encryption
        self.verification = verification
        self.queue = queue
        self.clock = clock
        self.logger = logger
    }

    /// Continues from the last batch that is completely on disk. This also restarts a loop that ended
    /// for good, for example after a logout.
    func start() {
        guard !isFinished else { return }
        let intake = SyncIntake(
            store: store, userID: userID, encryption: encryption, verification: verification, recount: recount,
            queue: queue, clock: clock)
        self.intake = intake
        client.watch.listen { [weak queue] finding in
            Task { @MainActor in queue?.post(ConnectionEvent.found(finding)) }
        }
        running = Task {
            // Events that an earlier run couldn't decrypt may be decryptable now.
            async let opening: Void = intake.openArrived()
            if let since = await intake.lastToken() { await follow(since: since, intake: intake) }
            await opening
        }
    }

    private func follow(since: String?, intake: SyncIntake) async {
        let loop = SyncLoop(
            client: client, filter: SyncRequestFilter.text, firstFilter: SyncRequestFilter.firstText, since: since,
            answerCache: answerCache,
            clock: clock, logger: logger,
            apply: { await intake.ingest($0) },
            report: { [queue] state in await queue.post(ConnectionEvent.changed(state)) })
        self.loop = loop
        await loop.run()
    }

    /// Errors are ignored: a missing entry only costs a second request after a kill.
    private var answerCache: SyncResponseCache {
        SyncResponseCache(
            keep: { [pendingAnswer] in try? await pendingAnswer.save($0, since: $1) },
            kept: { [pendingAnswer] in await pendingAnswer.load(since: $0) },
            clear: { [pendingAnswer] in pendingAnswer.remove() })
    }

    /// Decrypts events whose keys arrived by other means than a sync.
    func openArrived() {
        guard let intake, !isFinished else { return }
        Task { await intake.openArrived() }
    }

    func tryNow() {
        guard let loop else { return }
        Task { await loop.tryNow() }
    }

    /// Syncs over a new connection, as the current one may be dead.
    func connectAnew() {
        guard let loop else { return }
        Task { await loop.networkChanged() }
    }

    func finish() async {
        isFinished = true
        running?.cancel()
        await running?.value
    }
}
