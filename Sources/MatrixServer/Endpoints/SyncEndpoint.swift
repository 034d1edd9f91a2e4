import GRDB
import HTTPTypes
import MatrixAPI

/// `GET sync` (client-server API, "Syncing").
enum SyncEndpoint {
    /// Longer waits are cut to this, in milliseconds.
    private static let longestWait = 300_000

    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let request = SyncRequest(
            caller: caller, since: try call.token("since"),
            filter: try await FilterArgument.sync(call.target["filter"], of: caller.userID, call.server),
            wantsFullState: call.target["full_state"] == "true")
        let timeout = min(try call.number("timeout") ?? 0, longestWait)
        let server = call.server
        let poll = Task { try await answer(request, timeout: .milliseconds(timeout), server) }
        call.client?.whenGone { poll.cancel() }
        defer { call.client?.whenGone(nil) }
        return try await withTaskCancellationHandler {
            try await poll.value
        } onCancel: {
            poll.cancel()
        }
    }

    private static func answer(
        _ request: SyncRequest, timeout: Duration, _ server: Homeserver
    ) async throws -> JSONText {
        let deadline = ContinuousClock.now + timeout
        var request = request
        while true {
            // Before the read: what is committed after it wakes the wait below.
            let version = server.notifier.version(of: request.caller.userID)
            let current = request
            // In a task of its own, which no cancellation reaches: a client that closed its side after asking may still read.
            let answer = try await Task {
                try await server.read { database in
                    try SyncComposer(database, current, typing: server.typing, memory: server.memory).compose()
                }
            }.value
            let rest = ContinuousClock.now.duration(to: deadline)
            guard answer.isEmpty, rest > .zero, !server.notifier.isClosed, !Task.isCancelled else { return answer.json }
            // Nothing of it concerns the client, so the next look begins behind it.
            request.since = answer.next
            await server.notifier.wait(for: request.caller.userID, after: version, atMost: rest)
            guard server.tokens.isValid(request.caller) else {
                throw Refusal(.unauthorized, .unknownToken, "This access token is not valid any more")
            }
            // Nobody reads the answer any more, so the database is spared.
            if Task.isCancelled { return answer.json }
        }
    }
}
