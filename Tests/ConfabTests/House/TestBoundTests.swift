import Synchronization
import TestBound
import Testing

/// Tests that tests wait for a free slot before they begin. Otherwise their time limits would include the wait.
@Suite(.timeLimit(.minutes(5))) struct TestBoundTests {
    private static let running = Mutex((now: 0, most: 0))

    @Test(arguments: 0..<40) func concurrentTestsStayWithinTheBound(number: Int) async throws {
        Self.running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        // Gives tests that run concurrently the time to overlap.
        try await Task.sleep(for: .milliseconds(5))
        let most = Self.running.withLock { running in
            running.now -= 1
            return running.most
        }
        #expect(most <= Int(confab_tests_at_once()))
    }
}
