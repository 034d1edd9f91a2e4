/// Stores an expensive response of a ``SyncLoop`` until it is applied, so that it need not be requested again.
package struct SyncResponseCache: Sendable {
    /// Stores a response's body with the token of its request.
    let keep: @Sendable (_ body: [UInt8], _ since: String?) async -> Void
    /// Returns the response that an earlier run stored for the token.
    let kept: @Sendable (_ since: String?) async -> [UInt8]?
    let clear: @Sendable () -> Void

    package init(
        keep: @escaping @Sendable (_ body: [UInt8], _ since: String?) async -> Void,
        kept: @escaping @Sendable (_ since: String?) async -> [UInt8]?,
        clear: @escaping @Sendable () -> Void
    ) {
        self.keep = keep
        self.kept = kept
        self.clear = clear
    }

    /// The size below which a response is cheap to request again.
    static let leastBytes = 1 << 20

    /// The size up to which the bytes of a response stay in memory while it is parsed, and are saved meanwhile.
    static let mostBytesInMemory = 8 << 20

    /// Whether to store a response. A first sync takes long even if its response is small.
    static func isFor(_ since: String?, size: Int) -> Bool { since == nil || size >= leastBytes }
}

/// The state of the connection to the homeserver.
package enum ConnectionState: Sendable, Hashable {
    case connecting
    case online
    /// Not connected. The next attempt follows after the delay, or immediately after ``SyncLoop/tryNow()``.
    case waiting(MatrixClientError, milliseconds: Int64)
    /// The connection ended for good, for example by a logout.
    case stopped(MatrixClientError)

    /// A description for a log. The reason for a wait is omitted, since it was logged with the failed request.
    var logText: String {
        switch self {
        case .connecting: "connecting"
        case .online: "online"
        case .waiting(_, let milliseconds): "waiting for \(milliseconds) ms"
        case .stopped(let error): "stopped, \(error.logText)"
        }
    }
}

/// The clock of a ``SyncLoop``.
package struct LoopClock: Sendable {
    /// Monotonic milliseconds.
    package let now: @Sendable () -> Int64
    /// Returns after this number of milliseconds. Throws if the task is canceled.
    package let sleep: @Sendable (Int64) async throws -> Void

    package init(now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's clock, which continues while the machine sleeps.
    package static let continuous: LoopClock = {
        let epoch = ContinuousClock.now
        return LoopClock(
            now: {
                let (seconds, attoseconds) = (ContinuousClock.now - epoch).components
                return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
            },
            sleep: { try await Task.sleep(for: .milliseconds($0)) })
    }()
}
