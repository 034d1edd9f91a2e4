import HTTPTypes
import MatrixAPI

/// `GET sync` (client-server API, "Syncing").
enum SyncEndpoint {
    @Sendable static func get(_ call: Call) async throws -> SyncPoll {
        let caller = try call.account
        let request = SyncRequest(
            caller: caller, since: try call.token("since"),
            filter: try await FilterArgument.sync(call.target["filter"], of: caller.userID, call.server),
            wantsFullState: call.target["full_state"] == "true")
        let asked = Duration.milliseconds(try call.number("timeout") ?? 0)
        let timeout = min(asked, call.server.configuration.limits.longestSyncWait)
        try await call.server.forgetTaken(by: caller, upTo: request.since)
        return SyncPoll(request, until: ContinuousClock.now + timeout, call.client, call.server)
    }
}

extension Homeserver {
    /// Composes the response to a sync request. The response to an initial sync, or to one with the full state, is
    /// likely to be long, so it waits for its turn (``Homeserver/longAnswers``).
    func compose(
        _ request: SyncRequest
    ) async throws -> (value: SyncResult, answer: ComposedResponse) {
        let (typing, memory) = (typing, memory)
        return try await compose(
            for: request.caller.userID, isLong: request.isInitial || request.wantsFullState
        ) { database, text in
            try SyncComposer(database, request, typing: typing, memory: memory).compose(into: text)
        }
    }
}

/// A `GET sync` that may wait (client-server API, "Syncing"). It alternates between reading and waiting.
///
/// Thousands wait at a time, and a task keeps the memory of all functions that it ever called. So each read is a
/// separate task, and no task waits. A read is never cancelled: a client that closed its sending side after the
/// request may still read.
struct SyncPoll: Sendable {
    typealias Answer = CheckedContinuation<any JSONBody, any Error>

    private let server: Homeserver
    private let deadline: ContinuousClock.Instant
    private let client: ClientPresence?
    private var request: SyncRequest

    init(
        _ request: SyncRequest, until deadline: ContinuousClock.Instant, _ client: ClientPresence?,
        _ server: Homeserver
    ) {
        self.request = request
        self.deadline = deadline
        self.client = client
        self.server = server
    }

    /// Answers once there is something new, the time is over, or the server stops.
    func begin(_ answer: Answer) { run(answer, check) }

    private func run(_ answer: Answer, _ turn: @escaping @Sendable (Answer) async throws -> Void) {
        Task {
            do {
                try await turn(answer)
            } catch {
                answer.resume(throwing: error)
            }
        }
    }

    private func check(_ answer: Answer) async throws {
        // The version is read before the database: a commit after it wakes the wait.
        let version = server.notifier.version(of: request.caller.userID)
        let (found, composed) = try await server.compose(request)
        let rest = ContinuousClock.now.duration(to: deadline)
        guard found.isEmpty, rest > .zero, !server.notifier.isClosed, client?.isGone != true else {
            return answer.resume(returning: composed)
        }
        var next = self
        // Nothing in it concerns the client, so the next read begins after it.
        next.request.since = found.next
        server.notifier.call(for: request.caller.userID, after: version, atMost: rest, of: client) { [next] in
            next.run(answer, next.checkAgain)
        }
    }

    private func checkAgain(_ answer: Answer) async throws {
        guard server.tokens.isValid(request.caller) else {
            throw EndpointError(.unauthorized, .unknownToken, "This access token is not valid any more")
        }
        // The client has disconnected, so the database is not read.
        if client?.isGone == true { return answer.resume(returning: nothing) }
        try await check(answer)
    }

    /// The response if nothing happened.
    private var nothing: JSONValue {
        guard let since = request.since else { return .emptyObject }
        return ["next_batch": .string(since.description)]
    }
}
