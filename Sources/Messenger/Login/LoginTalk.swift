package import MatrixClient

/// A login's questions on their way to the screen, and a person's answers on their way back: the login waits, the screen doesn't.
@MainActor
package final class LoginTalk {
    /// What a login has to say meanwhile.
    package enum News: Sendable {
        /// It waits for something.
        case went(to: LoginStep)
        case offered(LoginOffer)
        case visiting(BrowserVisit)
    }

    private let tell: @MainActor (News) -> Void
    /// What was chosen before there was a question; used where it is offered.
    private var prepared: LoginChoice?
    private var waiting: CheckedContinuation<LoginChoice, any Error>?
    private var visit: BrowserVisit?
    private var task: Task<Void, Never>?

    package init(tell: @escaping @MainActor (News) -> Void) {
        self.tell = tell
    }

    /// Begins a login; one that still waits for an answer is given up.
    ///
    /// - Parameter choice: an answer to its first question, where there is one already.
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

    /// - Returns: whether a login waits for it.
    package func answer(_ choice: LoginChoice) -> Bool {
        guard let waiting else { return false }
        self.waiting = nil
        waiting.resume(returning: choice)
        return true
    }

    /// Takes the address at which a browser ended.
    ///
    /// - Returns: whether it is the one that is waited for.
    package func accept(_ address: String) -> Bool { visit?.accept(address) ?? false }

    /// Gives up a login that waits for the person; one that waits for the server goes on.
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

    private func show(_ visit: BrowserVisit) {
        self.visit = visit
        tell(.visiting(visit))
    }
}

extension LoginChoice {
    /// Somebody who gives no password wants to know what else there is.
    fileprivate var isEmpty: Bool {
        if case .password(_, "") = self { true } else { false }
    }
}
