import Messenger
import TestSupport
import Testing
import ViewModels

extension FrameClock {
    /// Delivers frames until the condition holds, or the time limit of the suite ends the test.
    ///
    /// - Parameter described: The current state, for the message if the condition never holds.
    func deliver(until isSo: () throws -> Bool, described: () -> String) async throws {
        while true {
            deliver()
            if try isSo() { return }
            guard await Pause.milliseconds(2) else {
                Issue.record("waited in vain; \(described())")
                throw CancellationError()
            }
        }
    }
}

extension SessionEnvironment {
    /// Returns an environment with real timers, and a clock that the test chooses.
    static func real(now: @escaping () -> Int64) -> SessionEnvironment {
        SessionEnvironment(
            now: now,
            after: { delay, body in
                Task {
                    try await Task.sleep(for: .milliseconds(delay))
                    body()
                }
            }, quit: {}, didCompleteStep: { _ in })
    }
}
