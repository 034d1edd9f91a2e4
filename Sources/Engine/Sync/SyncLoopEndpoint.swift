package import Logging
import MatrixClient
import Storage

/// Follows the homeserver: stores its responses in slices and then posts them as events.
@MainActor
package final class SyncLoopEndpoint {
    private let parts: EndpointParts
    private let verification: VerificationEndpoint?
    private let logger: Logger
    private var loop: SyncLoop?
    private var intake: SyncIntake?
    private var running: Task<Void, Never>?
    private var isFinished = false

    package init(_ parts: EndpointParts, verification: VerificationEndpoint?, logger: Logger) {
        self.parts = parts
        self.verification = verification
        self.logger = logger
    }

    /// Continues from the last batch that is completely on disk. This also restarts a loop that ended
    /// for good, for example after a logout.
    ///
    /// - Parameter token: the token of that batch from the startup snapshot; the inner value is `nil` before the first
    ///   sync. Without it, the token is read from disk.
    package func start(since token: String?? = nil) {
        guard !isFinished else { return }
        let intake = SyncIntake(
            store: parts.database.sync, userID: parts.userID, encryption: parts.encryption,
            verification: verification, recount: .withMentions(of: parts.userID), queue: parts.queue,
            clock: parts.environment.clock)
        self.intake = intake
        parts.client.watch.listen { [weak queue = parts.queue] finding in
            Task { @MainActor in queue?.post(ConnectionEvent.found(finding)) }
        }
        running = Task {
            // Events that an earlier run couldn't decrypt may be decryptable now.
            async let opening: Void = intake.openArrived()
            let since = if let token { String??.some(token) } else { await intake.lastToken() }
            if let since { await follow(since: since, intake: intake) }
            await opening
        }
    }

    private func follow(since: String?, intake: SyncIntake) async {
        let loop = SyncLoop(
            client: parts.client, filter: SyncRequestFilter.text, firstFilter: SyncRequestFilter.firstText,
            since: since, answerCache: cache(in: parts.database.pendingAnswer), clock: parts.environment.clock,
            logger: logger,
            apply: { await intake.ingest($0) },
            report: { [queue = parts.queue] state in await queue.post(ConnectionEvent.changed(state)) })
        self.loop = loop
        await loop.run()
    }

    /// Errors are ignored: a missing entry only costs a second request after a kill.
    private func cache(in file: PendingSyncResponseFile) -> SyncResponseCache {
        SyncResponseCache(
            keep: { try? await file.save($0, since: $1) },
            kept: { await file.load(since: $0) },
            clear: { file.remove() })
    }

    /// Decrypts events whose keys arrived by other means than a sync.
    package func openArrived() {
        guard let intake, !isFinished else { return }
        Task { await intake.openArrived() }
    }

    package func tryNow() {
        guard let loop else { return }
        Task { await loop.tryNow() }
    }

    /// Syncs over a new connection, as the current one may be dead.
    package func connectAnew() {
        guard let loop else { return }
        Task { await loop.networkChanged() }
    }

    package func finish() async {
        isFinished = true
        running?.cancel()
        await running?.value
    }
}
