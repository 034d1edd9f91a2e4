package import MatrixClient

/// Connects a login that waits for answers with a user interface that must not block.
@MainActor
package final class LoginPrompts {
    /// The reports and questions of a login.
    package enum Update: Sendable {
        /// The login went on to the next step.
        case went(to: LoginStep)
        case offered(LoginOffer)
        case visiting(BrowserLogin)
    }

    private let tell: @MainActor (Update) -> Void
    /// An answer that was given before the question. It is used if the server offers the method.
    private var prepared: LoginChoice?
    private var waiting: CheckedContinuation<LoginChoice, any Error>?
    private var visit: BrowserLogin?
    private var task: Task<Void, Never>?

    package init(tell: @escaping @MainActor (Update) -> Void) {
        self.tell = tell
    }

    /// Begins a login. An earlier login that still waits for an answer is canceled.
    ///
    /// - Parameter choice: the answer to its first question, if it is known already.
    @discardableResult
    package func begin(
        with choice: LoginChoice?, _ logIn: @escaping @MainActor (LoginDialogue) async -> Void
    ) -> Task<Void, Never> {
        leave()
        prepared = choice
        let dialogue = LoginDialogue(
            farewell: LoginDialogue.farewellText,
            report: { step in await self.tell(.went(to: step)) },
            choose: { offer in try await self.choose(from: offer) },
            visit: { visit in await self.show(visit) })
        let task = Task { await logIn(dialogue) }
        self.task = task
        return task
    }

    /// - Returns: whether a login was waiting for the answer.
    package func answer(_ choice: LoginChoice) -> Bool {
        guard let waiting else { return false }
        self.waiting = nil
        waiting.resume(returning: choice)
        return true
    }

    /// Passes the address of the browser's redirect to the login.
    ///
    /// - Returns: whether it is the expected address.
    package func accept(_ address: String) -> Bool { visit?.accept(address) ?? false }

    /// Cancels a login that waits for the user. A login that waits for the server continues.
    package func leave() {
        guard waiting != nil || visit != nil else { return }
        visit = nil
        task?.cancel()
        waiting?.resume(throwing: CancellationError())
        waiting = nil
    }

    private func choose(from offer: LoginOffer) async throws -> LoginChoice {
        let choice = prepared
        prepared = nil
        if let choice, !choice.isEmpty, offer.methods.contains(choice.method) { return choice }
        tell(.offered(offer))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting = $0 }
        } onCancel: {
            Task { await self.leave() }
        }
    }

    private func show(_ visit: BrowserLogin) {
        self.visit = visit
        tell(.visiting(visit))
    }
}

extension LoginChoice {
    /// Whether the password is empty, so that the login methods should be listed.
    fileprivate var isEmpty: Bool {
        if case .password(_, "") = self { true } else { false }
    }
}
