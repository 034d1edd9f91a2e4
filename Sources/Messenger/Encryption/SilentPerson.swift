/// Somebody of whose devices a server said nothing: they are asked for again after a while, longer each time, unless something is heard
/// of them.
struct SilentPerson {
    /// In milliseconds.
    private static let firstWait: Int64 = 60_000
    private static let longestWait: Int64 = 3_600_000

    /// As what was told of them had it before the question.
    private let generation: Int64
    private let askedAt: Int64
    private let wait: Int64

    /// - Parameter earlier: what was so after the question before.
    init(generation: Int64, askedAt: Int64, after earlier: SilentPerson?) {
        self.generation = generation
        self.askedAt = askedAt
        let before = earlier.flatMap { $0.generation == generation ? $0.wait : nil }
        wait = before.map { min($0 * 2, Self.longestWait) } ?? Self.firstWait
    }

    /// Whether there is nothing to ask yet.
    func isSilent(_ generation: Int64, now: Int64) -> Bool {
        generation == self.generation && abs(now - askedAt) < wait
    }
}
