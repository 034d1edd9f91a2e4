import TestSupport
import Testing

/// Waits until a condition holds. Records an issue if it never does within the time limit of the suite.
func waitUntil(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
) async throws {
    while try await !holds() {
        guard await Pause.milliseconds(5) else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
    }
}
