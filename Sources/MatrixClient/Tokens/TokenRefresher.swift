import Foundation
import MatrixAPI
import Synchronization

/// The tokens of a device for all requests to its homeserver. ``TokenMachine`` decides their use.
final class TokenRefresher: Sendable {
    /// Requests new tokens from the server.
    typealias Exchange = @Sendable (String) async throws(MatrixClientError) -> RefreshedTokens

    private struct State {
        var machine: TokenMachine
        var waiting: [Int: CheckedContinuation<TokenMachine.Answer, Never>] = [:]
        var lastNumber = 0
    }

    private let state: Mutex<State>
    private let keep: @Sendable (AccessTokens) async throws -> Void

    /// - Parameter keep: saves refreshed tokens durably. They are used after it has returned.
    init(
        _ tokens: AccessTokens?, areComing: Bool = false,
        keep: @escaping @Sendable (AccessTokens) async throws -> Void
    ) {
        state = Mutex(State(machine: TokenMachine(tokens: tokens, areComing: areComing)))
        self.keep = keep
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    /// The current token, refreshed or not.
    var current: TokenGrant { state.withLock { $0.machine.grant } }

    func replace(_ tokens: AccessTokens?) {
        perform(state.withLock { $0.machine.handle(.replaced(tokens), now: Self.now) }, nil)
    }

    /// Returns the token for a request. Waits while it is being refreshed.
    func grant(_ exchange: @escaping Exchange) async throws(MatrixClientError) -> TokenGrant {
        try await answer(exchange) { .wanted(by: $0) }
    }

    /// Returns another token for a request that was refused.
    ///
    /// - Throws: the reason why there is none.
    func grant(
        instead refused: TokenGrant, _ error: MatrixClientError, _ exchange: @escaping Exchange
    ) async throws(MatrixClientError) -> TokenGrant {
        try await answer(exchange) { .refused(by: $0, grant: refused, error: error) }
    }

    private func answer(
        _ exchange: @escaping Exchange, _ input: (Int) -> TokenMachine.Input
    ) async throws(MatrixClientError) -> TokenGrant {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let instructions = state.withLock { state in
                    state.waiting[number] = continuation
                    return state.machine.handle(input(number), now: Self.now)
                }
                perform(instructions, exchange)
                // The cancellation handler may have run before the request was registered.
                if Task.isCancelled { resume([number], .fail(.cancelled)) }
            }
        } onCancel: {
            resume([number], .fail(.cancelled))
        }
        switch answer {
        case .use(let grant): return grant
        case .fail(let error): throw error
        }
    }

    private func handle(_ input: TokenMachine.Input) {
        perform(state.withLock { $0.machine.handle(input, now: Self.now) }, nil)
    }

    /// - Parameter exchange: given if a request caused the input. Only requests start a refresh.
    private func perform(_ instructions: [TokenMachine.Instruction], _ exchange: Exchange?) {
        for instruction in instructions {
            switch instruction {
            case .answer(let numbers, let answer): resume(numbers, answer)
            case .refresh(let token, let attempt):
                guard let exchange else { continue }
                // The refresh runs in its own task: if the request that caused it is canceled, its result still counts.
                Task { handle(await Self.exchange(token, attempt, exchange)) }
            case .keep(let tokens, let attempt): Task { handle(await save(tokens, attempt)) }
            }
        }
    }

    private static func exchange(_ token: String, _ attempt: Int, _ exchange: Exchange) async -> TokenMachine.Input {
        do throws(MatrixClientError) {
            return .refreshed(try await exchange(token), attempt: attempt)
        } catch {
            return .failed(error, attempt: attempt)
        }
    }

    private func save(_ tokens: AccessTokens, _ attempt: Int) async -> TokenMachine.Input {
        do {
            try await keep(tokens)
            return .kept(attempt: attempt)
        } catch {
            return .failed(.notKept, attempt: attempt)
        }
    }

    private func resume(_ numbers: [Int], _ answer: TokenMachine.Answer) {
        let waiting = state.withLock { state in numbers.compactMap { state.waiting.removeValue(forKey: $0) } }
        for continuation in waiting { continuation.resume(returning: answer) }
    }
}
