import HTTPTypes
import MatrixAPI

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
    func begin(_ answer: Answer) { go(answer, look) }

    private func go(_ answer: Answer, _ turn: @escaping @Sendable (Answer) async throws -> Void) {
        Task {
            do {
                try await turn(answer)
            } catch {
                answer.resume(throwing: error)
            }
        }
    }

    private func look(_ answer: Answer) async throws {
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
            next.go(answer, next.lookAgain)
        }
    }

    private func lookAgain(_ answer: Answer) async throws {
        guard server.tokens.isValid(request.caller) else {
            throw Refusal(.unauthorized, .unknownToken, "This access token is not valid any more")
        }
        // The client has disconnected, so the database is not read.
        if client?.isGone == true { return answer.resume(returning: nothing) }
        try await look(answer)
    }

    /// The answer if nothing happened.
    private var nothing: JSONValue {
        guard let since = request.since else { return .emptyObject }
        return ["next_batch": .string(since.description)]
    }
}
