import MatrixAPI

/// Decides the token of each request and the time of a refresh. There is one refresh at a time, however many
/// requests are refused, and no new token is used before it is saved. It performs nothing itself; ``TokenRefresher``
/// performs its instructions.
///
/// Client-server API, "Refreshing access tokens" and "Soft logout".
struct TokenMachine: Sendable {
    enum Input: Sendable {
        /// A request needs a token.
        case wanted(by: Int)
        /// The server refused the token of a request.
        case refused(by: Int, grant: TokenGrant, error: MatrixClientError)
        case refreshed(RefreshedTokens, attempt: Int)
        case kept(attempt: Int)
        case failed(MatrixClientError, attempt: Int)
        /// The account was logged in or out.
        case replaced(AccessTokens?)
    }

    enum Instruction: Hashable, Sendable {
        case refresh(String, attempt: Int)
        /// Save the tokens durably.
        case keep(AccessTokens, attempt: Int)
        case answer([Int], Answer)
    }

    enum Answer: Hashable, Sendable {
        case use(TokenGrant)
        case fail(MatrixClientError)
    }

    private struct Waiting {
        /// The requests that could use the present token too, and those for which it was refused.
        var wanting: [Int] = []
        var refused: [Int] = []
        var all: [Int] { wanting + refused }
    }

    private enum Phase {
        /// The tokens are still being loaded. They arrive with ``Input/replaced(_:)``.
        case coming
        case resting
        case refreshing
        case keeping(AccessTokens)
        /// The server refreshes no more.
        case ended(MatrixClientError)
    }

    private(set) var tokens: AccessTokens?
    private var generation = 0
    private var attempt = 0
    private var phase = Phase.resting
    private var waiting = Waiting()
    /// The pause that the server asked for. There is no refresh before its end.
    private var pause: (until: Int64, error: MatrixClientError)?
    /// The time from which a request refreshes the token first, in milliseconds since 1970. It is the token's expiry,
    /// or later after a failed refresh.
    private var dueAt: Int64?

    /// The maximum pause. If the clock jumps, it limits the unintended wait.
    private static let longestPause: Int64 = 3_600_000
    /// The minimum lifetime of a token that is refreshed when it expires. With a shorter one, each request would
    /// refresh the token, so it is used until it is refused.
    private static let shortestLifetime: Int64 = 10_000
    private static let pauseAfterFailure: Int64 = 30_000

    /// - Parameter areComing: whether requests wait for tokens that are still being loaded.
    init(tokens: AccessTokens?, areComing: Bool = false) {
        self.tokens = tokens
        phase = areComing ? .coming : .resting
        dueAt = tokens?.refreshToken == nil ? nil : tokens?.expiresAt
    }

    /// The grant for a request at this time.
    var grant: TokenGrant { TokenGrant(token: tokens?.accessToken, generation: generation) }

    /// - Parameter now: milliseconds since 1970.
    mutating func handle(_ input: Input, now: Int64) -> [Instruction] {
        switch input {
        case .wanted(let request): return wanted(request, now: now)
        case .refused(let request, let grant, let error): return refused(request, grant, error, now: now)
        case .refreshed(let refreshed, let attempt):
            guard attempt == self.attempt, case .refreshing = phase, let tokens else { return [] }
            let new = refreshed.tokens(after: tokens, now: now)
            phase = .keeping(new)
            return [.keep(new, attempt: attempt)]
        case .kept(let attempt):
            guard attempt == self.attempt, case .keeping(let new) = phase else { return [] }
            return [use(new, now: now)]
        case .failed(let error, let attempt):
            return attempt == self.attempt ? failed(error, now: now) : []
        case .replaced(let tokens):
            attempt += 1
            pause = nil
            return [use(tokens, now: now)]
        }
    }
}

extension TokenMachine {
    private mutating func wanted(_ request: Int, now: Int64) -> [Instruction] {
        switch phase {
        case .ended(let error): return [.answer([request], .fail(error))]
        case .coming, .refreshing, .keeping:
            waiting.wanting.append(request)
            return []
        case .resting:
            guard let dueAt, dueAt <= now, pauseError(now: now) == nil, let token = tokens?.refreshToken else {
                return [.answer([request], .use(grant))]
            }
            waiting.wanting.append(request)
            return refresh(token)
        }
    }

    private mutating func refused(
        _ request: Int, _ used: TokenGrant, _ error: MatrixClientError, now: Int64
    ) -> [Instruction] {
        guard used.generation == generation else { return [.answer([request], .use(grant))] }
        switch phase {
        case .ended(let end): return [.answer([request], .fail(end))]
        case .coming, .refreshing, .keeping:
            waiting.refused.append(request)
            return []
        case .resting:
            guard let token = tokens?.refreshToken else { return [.answer([request], .fail(error))] }
            if let paused = pauseError(now: now) { return [.answer([request], .fail(paused))] }
            waiting.refused.append(request)
            return refresh(token)
        }
    }

    private mutating func refresh(_ token: String) -> [Instruction] {
        attempt += 1
        phase = .refreshing
        return [.refresh(token, attempt: attempt)]
    }

    private mutating func use(_ new: AccessTokens?, now: Int64) -> Instruction {
        tokens = new
        generation += 1
        phase = .resting
        let lasts = new?.expiresAt.map { $0 - now >= Self.shortestLifetime } ?? false
        dueAt = lasts && new?.refreshToken != nil ? new?.expiresAt : nil
        return answer(.use(grant))
    }

    /// Handles a failed refresh. It can be repeated with the old refresh token, which is valid until a
    /// new token is used.
    private mutating func failed(_ error: MatrixClientError, now: Int64) -> [Instruction] {
        if let end = error.endOfRefreshing {
            phase = .ended(end)
            return [answer(.fail(end))]
        }
        phase = .resting
        if let wait = error.retryAfterMilliseconds, wait > 0 {
            pause = (until: now + min(wait, Self.longestPause), error)
        }
        if dueAt != nil { dueAt = now + Self.pauseAfterFailure }
        let (wanting, refused) = (waiting.wanting, waiting.refused)
        waiting = Waiting()
        return [.answer(wanting, .use(grant)), .answer(refused, .fail(error))]
    }

    private mutating func answer(_ answer: Answer) -> Instruction {
        defer { waiting = Waiting() }
        return .answer(waiting.all, answer)
    }

    private func pauseError(now: Int64) -> MatrixClientError? {
        guard let pause, now < pause.until, pause.until - now <= Self.longestPause else { return nil }
        return pause.error
    }
}

extension MatrixClientError {
    /// The error of all further requests if the token can't be refreshed any more; `nil` if a later
    /// refresh may succeed.
    fileprivate var endOfRefreshing: MatrixClientError? {
        // Only the homeserver itself can end a session. Its error code differs between servers.
        guard !isTransient, case .matrix(let error, _, _) = self, error.code != .userLocked else { return nil }
        if error.code == .userDeactivated { return self }
        // The device is only gone if the server says so with the specified code. Otherwise a login
        // continues the device.
        let isSoft = error.isSoftLogout || error.code != .unknownToken
        let end = MatrixError(.unknownToken, error.message, details: ["soft_logout": .bool(isSoft)])
        return .matrix(end, status: 401, retryAfterMilliseconds: nil)
    }
}

/// A token for a request. Grants of the same generation have the same token, so that a request can tell whether its
/// token was refreshed meanwhile.
struct TokenGrant: Hashable, Sendable {
    let token: String?
    let generation: Int
}
