import MatrixAPI

/// Decides the next step of the sync. It performs nothing itself; ``SyncLoop`` performs one operation at a time and
/// reports the result. Only the first sync request is sent together with the one for the versions.
///
/// Client-server API, "Syncing". The stream is Confab's own extension and never required.
struct SyncMachine: Sendable {
    private(set) var phase = Phase.idle
    /// The token of the last applied response.
    private(set) var since: String?
    private let allowsStream: Bool
    private var offersStream = false
    /// The number of failures since the last applied response.
    private var failures = 0
    private var lastStreamLoss: Int64?
    private var streamBlockedUntil: Int64 = .min
    /// The number of consecutive requests with the token that the server refused.
    private var refusals = 0
    private var startedAgainAt: Int64?
    private var polledAt: Int64 = 0
    /// The number of consecutive polls with an immediate and empty response.
    private var hurriedPolls = 0

    init(since: String?, allowsStream: Bool = true) {
        self.since = since
        self.allowsStream = allowsStream
    }

    /// The time that the server holds a request if nothing happens.
    static let longPollMilliseconds: Int64 = 30_000
    /// If the stream is lost twice within this time, some device on the way doesn't support it.
    static let streamLossWindowMilliseconds: Int64 = 10_000
    static let streamPauseMilliseconds: Int64 = 300_000
    /// The maximum delay. The end of an outage is noticed within this time, and the request for it is
    /// trivial for a server.
    static let longestWaitMilliseconds: Int64 = 10_000
    /// The minimum time between complete syncs. It protects a server that forgets its tokens repeatedly.
    static let startAgainPauseMilliseconds: Int64 = 3_600_000
    /// An empty poll that ends earlier was not held by the server.
    static let hurriedPollMilliseconds: Int64 = 1_000

    /// - Parameters:
    ///   - now: monotonic milliseconds.
    ///   - jitter: from 0 up to 1. It prevents clients that lost a server from returning at the same time.
    /// - Returns: reports and stops in order, and at most one operation, which comes last.
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

    /// Sets the token to continue from, before the start.
    mutating func resume(from token: String) { since = token }
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
            // The response to a request shows whether it is a soft logout. A close code doesn't.
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
            // Servers report a forgotten token in different ways. After two refusals the token counts as forgotten.
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

    /// Starts a complete sync. The data on this device are kept.
    private mutating func startAgain(now: Int64) -> [Instruction] {
        startedAgainAt = now
        since = nil
        refusals = 0
        return connect()
    }

    /// Exponential backoff from half a second, half of it random. It is never less than the pause that
    /// the server asked for.
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
        /// Requests the versions that the server supports.
        case connecting
        /// Requests all events since the last sync.
        case catchingUp
        case openingStream
        /// Receives events by the stream.
        case streaming
        /// Receives events by long polls.
        case polling
        case waiting
        /// Pauses between polls that a server answers immediately and without events.
        case pausing
        case stopped
    }

    /// An event for the machine.
    enum Input: Sendable {
        case started
        case versions(ServerVersions)
        /// A response or an update was saved, with its token.
        case applied(nextBatch: String, isEmpty: Bool = false)
        /// The receiver did not save it and wants to stop.
        case notApplied
        case failed(MatrixClientError)
        case streamOpened
        case streamEnded(StreamEnd)
        case waitEnded
        /// The user wants an attempt without waiting.
        case tryNow
        /// Connections may have died or recovered.
        case networkChanged
    }

    /// An instruction for the loop.
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
