import TestSupport
package import Testing

/// Keeps the sandboxes of tests that fail, and prints where.
package struct SandboxTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let keeper = SandboxKeeper(test: test.name)
        defer { keeper.finish() }
        let noting = IssueHandlingTrait.compactMapIssues { issue in
            keeper.testFailed()
            return issue
        }
        try await SandboxKeeper.$current.withValue(keeper) {
            try await noting.provideScope(for: test, testCase: testCase) {
                do {
                    try await function()
                } catch {
                    keeper.testFailed()
                    // After the time limit, which is the only issue then, nobody else tells what the test waited for.
                    if Task.isCancelled { print("\(test.name) was stopped by its time limit: \(error)") }
                    throw error
                }
            }
        }
    }
}

extension Trait where Self == SandboxTrait {
    /// Keeps the sandboxes of tests that fail.
    package static var sandboxed: Self { Self() }
}
