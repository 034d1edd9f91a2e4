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
