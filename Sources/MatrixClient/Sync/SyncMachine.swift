import MatrixAPI

/// Decides what following a homeserver does next. It does nothing itself: the shell, ``SyncLoop``, carries out one operation at a
/// time and comes back with what came of it.
///
/// Client-server API, "Syncing"; the stream is Confab's own and never required.
struct SyncMachine: Sendable {
    private(set) var phase = Phase.idle
    /// The token that the last applied answer gave.
    private(set) var since: String?
    private let allowsStream: Bool
    private var offersStream = false
    /// Failures since the last applied answer.
    private var failures = 0
    private var lastStreamLoss: Int64?
    private var streamBlockedUntil: Int64 = .min
    /// How often in a row the server refused a request with the token.
    private var refusals = 0
    private var startedAgainAt: Int64?
    private var polledAt: Int64 = 0
    /// Polls in a row that were answered at once with nothing.
    private var hurriedPolls = 0

    init(since: String?, allowsStream: Bool = true) {
        self.since = since
        self.allowsStream = allowsStream
    }

    /// How long the server holds a request while nothing happens.
    static let longPollMilliseconds: Int64 = 30_000
    /// Two losses of the stream within this time mean that something between here and there doesn't bear it.
    static let streamLossWindowMilliseconds: Int64 = 10_000
    static let streamPauseMilliseconds: Int64 = 300_000
    /// Whoever waits for the server's return sees it within so much; what is asked then is trivial for a server.
    static let longestWaitMilliseconds: Int64 = 10_000
    /// A server that forgets its tokens again and again is not asked for all there is each time.
    static let startAgainPauseMilliseconds: Int64 = 3_600_000
    /// A long poll that ends earlier without news was not long.
    static let hurriedPollMilliseconds: Int64 = 1_000

    /// - Parameters:
    ///   - now: milliseconds of a clock that never goes back.
    ///   - jitter: from 0 up to 1, so that clients that lost one server don't come back together.
    /// - Returns: reports and stops in order, and at most one operation, as the last.
    mutating func handle(_ input: Input, now: Int64, jitter: Double) -> [Instruction] {
        if case .stopped = phase { return [] }
        switch input {
        case .started: return connect()
        case .versions(let versions): return received(versions)
        case .applied(let nextBatch, let isEmpty): return applied(nextBatch, isEmpty: isEmpty, now: now)
        case .notApplied: return stop(.cancelled)
        case .failed(let error): return failed(error, now: now, jitter: jitter)
        case .streamOpened: return enter(.streaming, .receiveUpdate)
        case .streamEnded(let end): return streamEnded(end, now: now, jitter: jitter)
        case .waitEnded where phase == .pausing: return poll(now: now)
        case .waitEnded, .tryNow: return phase == .waiting ? connect() : []
        case .networkChanged: return connect()
        }
    }

    var isWaiting: Bool { phase == .waiting }

    /// Before it starts.
    mutating func goOn(from token: String) { since = token }
}

extension SyncMachine {
    private mutating func connect() -> [Instruction] {
        phase = .connecting
        return [.report(.connecting), .requestVersions]
    }

    private mutating func received(_ versions: ServerVersions) -> [Instruction] {
        offersStream = versions.hasStream
        return enter(.catchingUp, .sync(since: since, timeoutMilliseconds: 0))
    }

    private mutating func applied(_ nextBatch: String, isEmpty: Bool, now: Int64) -> [Instruction] {
        since = nextBatch
        failures = 0
        refusals = 0
        switch phase {
        case .streaming: return [.receiveUpdate]
        case .catchingUp: return [.report(.online)] + goLive(nextBatch, now: now)
        case .polling where isEmpty && now - polledAt < SyncMachine.hurriedPollMilliseconds:
            hurriedPolls += 1
            guard hurriedPolls >= 3 else { return goLive(nextBatch, now: now) }
            let pause = min(1_000 << Int64(min(hurriedPolls - 3, 10)), SyncMachine.longPollMilliseconds)
            return enter(.pausing, .wait(milliseconds: pause))
        default:
            hurriedPolls = 0
            return goLive(nextBatch, now: now)
        }
    }

    private mutating func goLive(_ since: String, now: Int64) -> [Instruction] {
        if allowsStream, offersStream, now >= streamBlockedUntil {
            return enter(.openingStream, .openStream(since: since))
        }
        return poll(now: now)
    }

    private mutating func poll(now: Int64) -> [Instruction] {
        polledAt = now
        return enter(.polling, .sync(since: since, timeoutMilliseconds: SyncMachine.longPollMilliseconds))
    }

    private mutating func streamEnded(_ end: StreamEnd, now: Int64, jitter: Double) -> [Instruction] {
        switch end {
        case .noHandshake:
            streamBlockedUntil = now + SyncMachine.streamPauseMilliseconds
            return poll(now: now)
        case .tokenEnded:
            noteStreamLoss(now: now)
            // The answer to a request says whether it is a soft logout; a closing code doesn't.
            return enter(.catchingUp, .sync(since: since, timeoutMilliseconds: 0))
        case .lost(let reason):
            noteStreamLoss(now: now)
            return wait(.unreachable(reason), jitter: jitter)
        }
    }

    private mutating func noteStreamLoss(now: Int64) {
        if let last = lastStreamLoss, now - last <= SyncMachine.streamLossWindowMilliseconds {
            streamBlockedUntil = now + SyncMachine.streamPauseMilliseconds
        }
        lastStreamLoss = now
    }

    private mutating func failed(_ error: MatrixClientError, now: Int64, jitter: Double) -> [Instruction] {
        switch error {
        case .badAddress, .addressOfEndpoint, .insecure: return stop(error)
        case .matrix(let matrix, _, _) where matrix.code == .userDeactivated: return stop(error)
        case .matrix(let matrix, _, _) where matrix.code == .unknownToken:
            return stop(.loggedOut(isSoft: matrix.isSoftLogout))
        case .matrix(_, status: 400, _) where isSyncing && since != nil:
            // No server says so in the same way; one that refuses twice has forgotten the token.
            refusals += 1
            if refusals >= 2, mayStartAgain(now: now) { return startAgain(now: now) }
            return wait(error, jitter: jitter)
        default: return wait(error, jitter: jitter)
        }
    }

    private var isSyncing: Bool { phase == .catchingUp || phase == .polling }

    private func mayStartAgain(now: Int64) -> Bool {
        startedAgainAt.map { now - $0 >= SyncMachine.startAgainPauseMilliseconds } ?? true
    }

    /// Asks for all there is. What is on this device stays.
    private mutating func startAgain(now: Int64) -> [Instruction] {
        startedAgainAt = now
        since = nil
        refusals = 0
        return connect()
    }

    /// Exponential from half a second, half of it by chance; never less than the server asked for.
    private mutating func wait(_ error: MatrixClientError, jitter: Double) -> [Instruction] {
        let longest = min(500 << min(Int64(failures), 10), SyncMachine.longestWaitMilliseconds)
        failures += 1
        let chosen = longest / 2 + Int64(Double(longest / 2) * jitter)
        let milliseconds = max(chosen, error.retryAfterMilliseconds ?? 0)
        phase = .waiting
        return [
            .report(.waiting(error, milliseconds: milliseconds)), .wait(milliseconds: milliseconds),
        ]
    }

    private mutating func stop(_ error: MatrixClientError) -> [Instruction] {
        phase = .stopped
        return [.report(.stopped(error)), .stop]
    }

    private mutating func enter(_ phase: Phase, _ instruction: Instruction) -> [Instruction] {
        self.phase = phase
        return [instruction]
    }
}

extension SyncMachine {
    enum Phase: Hashable, Sendable {
        case idle
        /// Asking what the server speaks.
        case connecting
        /// Asking for all that happened meanwhile.
        case catchingUp
        case openingStream
        /// Live by stream.
        case streaming
        /// Live by long polls.
        case polling
        case waiting
        /// Between two polls that a server answers at once with nothing.
        case pausing
        case stopped
    }

    /// What happened.
    enum Input: Sendable {
        case started
        case versions(ServerVersions)
        /// An answer or an update was stored, with its token.
        case applied(nextBatch: String, isEmpty: Bool = false)
        /// Whoever stores didn't want to go on.
        case notApplied
        case failed(MatrixClientError)
        case streamOpened
        case streamEnded(StreamEnd)
        case waitEnded
        /// A person wants a try without waiting.
        case tryNow
        /// There is reason to think that connections are dead or come to life.
        case networkChanged
    }

    /// What to do.
    enum Instruction: Hashable, Sendable {
        case report(ConnectionState)
        case requestVersions
        case sync(since: String?, timeoutMilliseconds: Int64)
        case openStream(since: String)
        case receiveUpdate
        case wait(milliseconds: Int64)
        case stop
    }
}
