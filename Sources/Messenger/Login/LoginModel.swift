package import MatrixClient
package import ViewModels

/// How a login stands that is done on the screen.
@MainActor
package final class LoginModel {
    package enum Stage: Hashable, Sendable {
        /// Who, and where.
        case identity
        case password
        case token
        /// One of the ways in that the server offers.
        case methods
        /// Until the browser comes back.
        case browser
    }

    private let first: Stage
    /// Who logs in where, as far as that is known; nothing else.
    package private(set) var identity: LoginViewModel.Fields
    /// Rises each time the form is opened.
    package private(set) var count = 0
    package private(set) var stage: Stage
    /// Where Esc leads back to, the nearest last.
    private var earlier: [Stage] = []
    /// What the server offers, once it was asked.
    package private(set) var methods: [LoginMethod] = []
    package private(set) var visit: BrowserVisit?
    package private(set) var isServerNeeded = false
    package private(set) var isBusy = false
    /// What is waited for; `nil` before the first word of it.
    package private(set) var step: LoginStep?
    package private(set) var error: (any Reason)?
    /// Whether a login is missing, as far as it was asked.
    package private(set) var need = LoginNeed.isMissing
    /// Where what was not sent is, since the session ended for good.
    private(set) var unsent = UnsentFile.notNeeded
    /// Whether the line about ``unsent`` was seen.
    private(set) var isUnsentDismissed = false
    /// Whether ``unsent`` is still being written.
    package private(set) var isGivingUp = false

    /// - Parameters:
    ///   - first: where it begins: with the password where it is known who and where.
    ///   - user: the Matrix ID, where it is known.
    package init(first: Stage, user: String = "") {
        self.first = first
        stage = first
        identity = LoginViewModel.Fields(user: user)
    }

    package func identify(_ fields: LoginViewModel.Fields) {
        identity = LoginViewModel.Fields(user: fields.user, server: fields.server)
    }

    /// A login that is under way goes on.
    package func open(need: LoginNeed = .isMissing) {
        count += 1
        error = nil
        self.need = need
        if !isBusy { begin(at: first) }
    }

    func answer(_ need: LoginNeed) { self.need = need }

    func beginGivingUp() { isGivingUp = true }

    func gaveUp(_ file: UnsentFile) {
        isGivingUp = false
        isUnsentDismissed = false
        unsent = file
    }

    /// What a person has to know of the end of a session, until it was seen.
    var unsentToTell: UnsentFile? { !isUnsentDismissed && unsent.isNeeded ? unsent : nil }

    func dismissUnsent() { isUnsentDismissed = true }

    package func begin() {
        isBusy = true
        step = nil
        error = nil
    }

    package func take(_ news: LoginTalk.News) {
        switch news {
        case .went(let step): self.step = step
        case .offered(let offer): take(offer.methods)
        case .visiting(let visit):
            self.visit = visit
            enter(.browser)
        }
    }

    /// The server's only way is taken at once, where it asks for no more than a word.
    private func take(_ methods: [LoginMethod]) {
        self.methods = methods
        isBusy = false
        stage =
            switch methods {
            case [.password]: .password
            case [.token]: .token
            default: .methods
            }
        earlier = stage == first ? [] : [first]
    }

    /// A way in that needs a word first.
    package func ask(for stage: Stage) {
        enter(stage)
        error = nil
    }

    package func askForServer(_ reason: any Reason) {
        isServerNeeded = true
        fail(reason)
        begin(at: first)
    }

    package func fail(_ reason: any Reason) {
        isBusy = false
        error = reason
        visit = nil
        if stage == .browser { stage = earlier.popLast() ?? first }
    }

    /// Says what is wrong with what was given; what is waited for goes on.
    package func remark(_ reason: any Reason) { error = reason }

    /// One step back within the form.
    ///
    /// - Returns: `false` where the form is left.
    package func stepBack() -> Bool {
        error = nil
        if stage == .browser { isBusy = false }
        visit = nil
        guard let last = earlier.popLast() else { return false }
        stage = last
        return true
    }

    package func finish() {
        isBusy = false
        error = nil
        begin(at: first)
    }

    private func begin(at stage: Stage) {
        self.stage = stage
        earlier = []
        methods = []
        visit = nil
    }

    private func enter(_ stage: Stage) {
        earlier.append(self.stage)
        self.stage = stage
    }
}
