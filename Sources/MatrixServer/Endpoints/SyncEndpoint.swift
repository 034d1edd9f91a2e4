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
        let timeout = Duration.milliseconds(min(try call.number("timeout") ?? 0, longestWait))
        return try await answer(request, until: ContinuousClock.now + timeout, call.client, call.server)
    }

    private static func answer(
        _ request: SyncRequest, until deadline: ContinuousClock.Instant, _ client: ClientPresence?,
        _ server: Homeserver
    ) async throws -> JSONText {
        var request = request
        while true {
            // Before the read: what is committed after it wakes the wait below.
            let version = server.notifier.version(of: request.caller.userID)
            let answer = try await compose(request, server)
            let rest = ContinuousClock.now.duration(to: deadline)
            let isOver = server.notifier.isClosed || client?.isGone == true || Task.isCancelled
            guard answer.isEmpty, rest > .zero, !isOver else { return answer.json }
            // Nothing of it concerns the client, so the next look begins behind it.
            request.since = answer.next
            await server.notifier.wait(for: request.caller.userID, after: version, atMost: rest, of: client)
            guard server.tokens.isValid(request.caller) else {
                throw Refusal(.unauthorized, .unknownToken, "This access token is not valid any more")
            }
            // Nobody reads the answer any more, so the database is spared.
            if client?.isGone == true || Task.isCancelled { return answer.json }
        }
    }

    /// In a task of its own, which no cancellation reaches: a client that closed its side after asking may still read.
    private static func compose(_ request: SyncRequest, _ server: Homeserver) async throws -> SyncAnswer {
        try await Task {
            try await server.read { database in
                try SyncComposer(database, request, typing: server.typing, memory: server.memory).compose()
            }
        }.value
    }
}
