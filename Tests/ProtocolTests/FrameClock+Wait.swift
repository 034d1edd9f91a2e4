import Messenger
import Testing
import ViewModels

extension FrameClock {
    /// Delivers frames until it is so.
    ///
    /// - Parameter described: what there is instead, for the message if it never comes.
    func deliver(until isSo: () throws -> Bool, described: () -> String) async throws {
        for _ in 0..<20_000 {
            deliver()
            if try isSo() { return }
            try await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("waited in vain; \(described())")
        throw CancellationError()
    }
}

extension SessionEnvironment {
    /// Where time goes on as it does, by a clock that says what it likes.
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
