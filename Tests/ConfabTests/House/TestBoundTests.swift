import Synchronization
import TestBound
import Testing

/// Limits count from a test's own beginning only where tests wait for their turn before they begin.
@Suite(.timeLimit(.minutes(2))) struct TestBoundTests {
    private static let running = Mutex((now: 0, most: 0))

    @Test(arguments: 0..<40) func noMoreTestsRunAtOnceThanTheBoundSays(number: Int) async throws {
        Self.running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        // Those that run at once meet here.
        try await Task.sleep(for: .milliseconds(5))
        let most = Self.running.withLock { running in
            running.now -= 1
            return running.most
        }
        #expect(most <= Int(confab_tests_at_once()))
    }
}
