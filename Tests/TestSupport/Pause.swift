/// The pause between two checks of a condition that a test waits for.
///
/// The wait ends with the condition, or with the time limit of the suite. A deadline of its own would fail the test on
/// a busy machine.
package enum Pause {
    /// Pauses for a number of milliseconds.
    ///
    /// - Returns: `false` once the time limit has canceled the test. The caller then names the condition that never
    ///   held.
    package static func milliseconds(_ count: Int) async -> Bool {
        do {
            try await Task.sleep(for: .milliseconds(count))
            return true
        } catch {
            return false
        }
    }
}

/// The pauses of one wait in a program that tests and `confab-bench` share.
///
/// A suite's time limit ends a test before. The bench has no such limit, so that an hour ends its wait.
package struct Patience {
    private let end = ContinuousClock.now + .seconds(3_600)

    package init() {}

    /// Pauses for a number of milliseconds.
    ///
    /// - Returns: `false` if the wait has to end. The caller then names the condition that never held.
    package func pause(_ milliseconds: Int = 5) async -> Bool {
        await Pause.milliseconds(milliseconds) && ContinuousClock.now < end
    }
}
