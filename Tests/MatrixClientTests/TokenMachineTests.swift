import MatrixAPI
import Testing

@testable import MatrixClient

/// Tests when a token is refreshed and which requests use it, without a network.
@Suite(.timeLimit(.minutes(5))) struct TokenMachineTests {
    private static let old = AccessTokens(accessToken: "a1", refreshToken: "r1")
    private static let answer = RefreshedTokens(accessToken: "a2", refreshToken: "r2", expiresInMilliseconds: 300_000)
    private static let new = AccessTokens(accessToken: "a2", refreshToken: "r2", expiresAt: 301_000)
    private static let refusal = error("M_UNKNOWN_TOKEN", 401)
    private static let first = TokenGrant(token: "a1", generation: 0)
    private static let second = TokenGrant(token: "a2", generation: 1)

    @Test func simultaneousRefusalsRefreshOnce() {
        var machine = TokenMachine(tokens: Self.old)
        var instructions: [TokenMachine.Instruction] = []
        for request in 0..<10 { instructions += refuse(&machine, request) }
        #expect(instructions == [.refresh("r1", attempt: 1)])
        _ = machine.handle(.refreshed(Self.answer, attempt: 1), now: 1_000)
        #expect(machine.handle(.kept(attempt: 1), now: 1_000) == [.answer(Array(0..<10), .use(Self.second))])
        // A request that was sent before the refresh and is refused late needs no further refresh.
        #expect(refuse(&machine, 10) == [.answer([10], .use(Self.second))])
    }

    @Test(arguments: [old, nil])
    func requestsWaitUntilTheTokensAreKnown(tokens: AccessTokens?) {
        var machine = TokenMachine(tokens: nil, areComing: true)
        #expect(machine.handle(.wanted(by: 1), now: 0) == [])
        let grant = TokenGrant(token: tokens?.accessToken, generation: 1)
        #expect(machine.handle(.replaced(tokens), now: 0) == [.answer([1], .use(grant))])
        #expect(machine.handle(.wanted(by: 2), now: 0) == [.answer([2], .use(grant))])
    }

    @Test func newTokensAreStoredBeforeUse() {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        #expect(machine.handle(.refreshed(Self.answer, attempt: 1), now: 1_000) == [.keep(Self.new, attempt: 1)])
        #expect(machine.handle(.wanted(by: 2), now: 1_000) == [])
        #expect(machine.grant == Self.first)
        #expect(machine.handle(.kept(attempt: 1), now: 1_000) == [.answer([2, 1], .use(Self.second))])
        #expect(machine.tokens == Self.new)
    }

    @Test func tokensThatCannotBeStoredAreNotUsed() {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        _ = machine.handle(.refreshed(Self.answer, attempt: 1), now: 0)
        #expect(
            machine.handle(.failed(.notKept, attempt: 1), now: 0)
                == [.answer([], .use(Self.first)), .answer([1], .fail(.notKept))])
        #expect(refuse(&machine, 2) == [.refresh("r1", attempt: 2)])
    }

    @Test func lostRefreshResponseIsRetriedWithTheOldToken() {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        let lost = MatrixClientError.unreachable(.brokeOff)
        #expect(
            machine.handle(.failed(lost, attempt: 1), now: 0)
                == [.answer([], .use(Self.first)), .answer([1], .fail(lost))])
        #expect(refuse(&machine, 1) == [.refresh("r1", attempt: 2)])
        // This response is too late to be used: the server has issued other tokens since.
        #expect(machine.handle(.refreshed(Self.answer, attempt: 1), now: 0) == [])
    }

    @Test(arguments: [
        MatrixClientError.unreachable(.timedOut), .notMatrix(status: 502), error("M_MISSING_TOKEN", 401),
        .notMatrix(status: 403), error("M_UNKNOWN", 500), error("M_LIMIT_EXCEEDED", 429), error("M_USER_LOCKED", 401),
        .cancelled,
    ])
    func temporaryRefreshErrorsEndNoSession(error: MatrixClientError) {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        #expect(
            machine.handle(.failed(error, attempt: 1), now: 0)
                == [.answer([], .use(Self.first)), .answer([1], .fail(error))])
        #expect(refuse(&machine, 2) == [.refresh("r1", attempt: 2)])
    }

    @Test func requestedRefreshPauseIsHonored() {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        let limited = MatrixClientError.matrix(
            MatrixError(.limitExceeded, "Slowly."), status: 429, retryAfterMilliseconds: 5_000)
        _ = machine.handle(.failed(limited, attempt: 1), now: 1_000)
        #expect(refuse(&machine, 2, now: 5_999) == [.answer([2], .fail(limited))])
        #expect(refuse(&machine, 3, now: 6_000) == [.refresh("r1", attempt: 2)])
    }

    @Test(arguments: [
        ("M_UNKNOWN_TOKEN", 401, false), ("M_UNKNOWN_TOKEN", 401, true), ("M_FORBIDDEN", 403, false),
        ("M_FORBIDDEN", 403, true), ("M_UNRECOGNIZED", 404, false),
    ])
    func refusedRefreshIsAHardLogoutOnlyIfTheServerSaysSo(code: String, status: Int, isSoft: Bool) {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        let end = Self.error("M_UNKNOWN_TOKEN", 401, isSoft: isSoft || code != "M_UNKNOWN_TOKEN")
        let refused = Self.error(code, status, isSoft: isSoft)
        #expect(machine.handle(.failed(refused, attempt: 1), now: 0) == [.answer([1], .fail(end))])
        #expect(machine.handle(.wanted(by: 2), now: 0) == [.answer([2], .fail(end))])
        #expect(refuse(&machine, 3) == [.answer([3], .fail(end))])
        // A login repairs the session.
        _ = machine.handle(.replaced(AccessTokens(accessToken: "a2")), now: 0)
        #expect(machine.handle(.wanted(by: 4), now: 0) == [.answer([4], .use(Self.second))])
    }

    @Test func refusalIsFinalWithoutARefreshToken() {
        var machine = TokenMachine(tokens: AccessTokens(accessToken: "a1"))
        #expect(refuse(&machine, 1) == [.answer([1], .fail(Self.refusal))])
    }

    @Test func expiredTokenIsRefreshedBeforeUse() {
        var machine = TokenMachine(tokens: AccessTokens(accessToken: "a1", refreshToken: "r1", expiresAt: 1_000))
        #expect(machine.handle(.wanted(by: 1), now: 999) == [.answer([1], .use(Self.first))])
        #expect(machine.handle(.wanted(by: 2), now: 1_000) == [.refresh("r1", attempt: 1)])
        // The clock may be wrong. If the refresh fails, the old token is tried nevertheless.
        let lost = MatrixClientError.unreachable(.brokeOff)
        #expect(
            machine.handle(.failed(lost, attempt: 1), now: 1_000)
                == [.answer([2], .use(Self.first)), .answer([], .fail(lost))])
        #expect(machine.handle(.wanted(by: 3), now: 2_000) == [.answer([3], .use(Self.first))])
    }

    @Test(arguments: [0, -1, 9_999, Int64.max, Int64.min])
    func extremeTokenLifetimeDoesNotRefreshEveryRequest(lifetime: Int64) {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        let answer = RefreshedTokens(accessToken: "a2", refreshToken: nil, expiresInMilliseconds: lifetime)
        _ = machine.handle(.refreshed(answer, attempt: 1), now: 1_000)
        _ = machine.handle(.kept(attempt: 1), now: 1_000)
        #expect(machine.tokens?.refreshToken == "r1")
        #expect(machine.handle(.wanted(by: 2), now: 60_000) == [.answer([2], .use(Self.second))])
    }

    @Test func loginDuringARefreshIsNotOverwritten() {
        var machine = TokenMachine(tokens: Self.old)
        _ = refuse(&machine, 1)
        let login = AccessTokens(accessToken: "b1", refreshToken: "s1")
        let grant = TokenGrant(token: "b1", generation: 1)
        #expect(machine.handle(.replaced(login), now: 0) == [.answer([1], .use(grant))])
        #expect(machine.handle(.refreshed(Self.answer, attempt: 1), now: 0) == [])
        #expect(machine.tokens == login)
    }

    private func refuse(
        _ machine: inout TokenMachine, _ request: Int, now: Int64 = 0
    ) -> [TokenMachine.Instruction] {
        machine.handle(.refused(by: request, grant: Self.first, error: Self.refusal), now: now)
    }

    private static func error(_ code: String, _ status: Int, isSoft: Bool = false) -> MatrixClientError {
        let error = MatrixError(
            MatrixError.Code(rawValue: code), "No.", details: ["soft_logout": .bool(isSoft)])
        return .matrix(error, status: status, retryAfterMilliseconds: nil)
    }
}
