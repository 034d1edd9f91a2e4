/// The time that a ``SyncLoop`` goes by.
package struct LoopClock: Sendable {
    /// Milliseconds; never goes back.
    package let now: @Sendable () -> Int64
    /// Returns after so many milliseconds; throws where the task is cancelled.
    package let sleep: @Sendable (Int64) async throws -> Void

    package init(now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's own, which goes on while the machine sleeps.
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
