import Testing

/// Waits until a condition holds. Records an issue if it never does.
func waitUntil(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !holds() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
