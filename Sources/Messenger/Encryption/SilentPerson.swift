/// A person for whom a server returned no answer about devices. The retry interval grows, and is reset when the
/// server reports a change of their devices.
struct SilentPerson {
    /// The first retry interval in milliseconds.
    private static let firstWait: Int64 = 60_000
    private static let longestWait: Int64 = 3_600_000

    /// The generation of the person's devices before the request.
    private let generation: Int64
    private let askedAt: Int64
    private let wait: Int64

    /// - Parameter earlier: the state after the previous request.
    init(generation: Int64, askedAt: Int64, after earlier: SilentPerson?) {
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
