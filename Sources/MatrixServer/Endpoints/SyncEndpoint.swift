import MatrixAPI

/// `GET sync` (client-server API, "Syncing").
enum SyncEndpoint {
    /// Longer waits are cut to this, in milliseconds.
    private static let longestWait = 300_000

    @Sendable static func get(_ call: Call) async throws -> SyncPoll {
        let caller = try call.account
        let request = SyncRequest(
            caller: caller, since: try call.token("since"),
            filter: try await FilterArgument.sync(call.target["filter"], of: caller.userID, call.server),
            wantsFullState: call.target["full_state"] == "true")
        let timeout = Duration.milliseconds(min(try call.number("timeout") ?? 0, longestWait))
        try await call.server.forgetTaken(by: caller, upTo: request.since)
        return SyncPoll(request, until: ContinuousClock.now + timeout, call.client, call.server)
    }
}
