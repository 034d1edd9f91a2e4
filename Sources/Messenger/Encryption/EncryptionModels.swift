/// The state of the background chores of an ``EncryptionEndpoint``.
struct ChoreState {
    /// The delay before a failed run is retried, in milliseconds.
    static let pause: Int64 = 30_000

    var areWanted = false
    /// Whether no more runs may start.
    var areOver = false
    var running: Task<Void, Never>?
    /// The time of the last failed run in milliseconds since 1970.
    var failedAt: Int64?
}

/// Changes of other people's devices.
enum DeviceChanges: Sendable {
    /// Servers report that some devices have changed.
    case outdated
    /// The known devices or identities have changed.
    case changed
}

/// A person for whom a server returned no answer about devices. The retry interval grows, and is reset when the
/// server reports a change of their devices.
struct DeviceQueryBackoff {
    /// The first retry interval in milliseconds.
    private static let firstWait: Int64 = 60_000
    private static let longestWait: Int64 = 3_600_000

    /// The generation of the person's devices before the request.
    private let generation: Int64
    private let askedAt: Int64
    private let wait: Int64

    /// - Parameter earlier: the state after the previous request.
    init(generation: Int64, askedAt: Int64, after earlier: DeviceQueryBackoff?) {
        self.generation = generation
        self.askedAt = askedAt
        let before = earlier.flatMap { $0.generation == generation ? $0.wait : nil }
        wait = before.map { min($0 * 2, Self.longestWait) } ?? Self.firstWait
    }

    /// Whether the retry interval has not passed yet.
    func isSilent(_ generation: Int64, now: Int64) -> Bool {
        generation == self.generation && abs(now - askedAt) < wait
    }
}
