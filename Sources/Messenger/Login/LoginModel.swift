package import Engine
package import MatrixClient
package import ViewModels

/// Events of logging in again after a logout.
package enum LoginEvent: RoutedEvent {
    case opened
    /// The server's response about whether it still knows the session.
    case answered(LoginNeed)
    /// The homeserver ended the session and removed the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case form(LoginFormEvent)
    case loggedIn(deviceID: String)
}

/// The state of an interactive login.
package struct LoginModel {
    package enum Stage: Hashable, Sendable {
        /// Asks for the Matrix ID and the server.
        case identity
        case password
        case token
        /// Lists the login methods of the server.
        case methods
        /// Waits for the browser.
        case browser
    }

    private let first: Stage
    /// The Matrix ID and the server, as far as they are known. Passwords and tokens are not kept here.
    package private(set) var identity: LoginViewModel.Fields
    /// Counts how often the form was opened.
    package private(set) var count = 0
    package private(set) var stage: Stage
    /// The stages that Esc goes back to, the nearest last.
    private var earlier: [Stage] = []
    /// The server's login methods, once it has answered.
    package private(set) var methods: [LoginMethod] = []
    package private(set) var visit: BrowserLogin?
    package private(set) var isServerNeeded = false
    package private(set) var isBusy = false
    /// The current step of the login; `nil` before its first report.
    package private(set) var step: LoginStep?
    package private(set) var error: (any Reason)?
    /// Whether a login is needed, as far as the server has answered.
    package private(set) var need = LoginNeed.isMissing
    /// The file with unsent messages, after the session ended for good.
    package private(set) var unsent = UnsentFile.notNeeded
    /// Whether the notification about ``unsent`` was dismissed.
    private(set) var isUnsentDismissed = false
    /// Whether ``unsent`` is still being written.
    package private(set) var isGivingUp = false

    /// - Parameters:
    ///   - first: the first stage, which is the password if the Matrix ID and server are known.
    ///   - user: the Matrix ID, if it is known.
    package init(first: Stage, user: String = "") {
        self.first = first
        stage = first
        identity = LoginViewModel.Fields(user: user)
    }

    package mutating func identify(_ fields: LoginViewModel.Fields) {
        identity = LoginViewModel.Fields(user: fields.user, server: fields.server)
    }

    /// Opens the form. A running login continues.
    package mutating func open(need: LoginNeed = .isMissing) {
        count += 1
        error = nil
        self.need = need
        if !isBusy { begin(at: first) }
    }

    mutating func answer(_ need: LoginNeed) { self.need = need }

    mutating func beginGivingUp() { isGivingUp = true }

    mutating func gaveUp(_ file: UnsentFile) {
        isGivingUp = false
        isUnsentDismissed = false
        unsent = file
    }

    /// The file with unsent messages to tell the user about, until the notification is dismissed.
    package var unsentToTell: UnsentFile? { !isUnsentDismissed && unsent.isNeeded ? unsent : nil }

    mutating func dismissUnsent() { isUnsentDismissed = true }

    package mutating func begin() {
        isBusy = true
        step = nil
        error = nil
    }

    package mutating func apply(_ news: LoginPrompts.Update) {
        switch news {
        case .went(let step): self.step = step
        case .offered(let offer): apply(offer.methods)
        case .visiting(let visit):
            self.visit = visit
            enter(.browser)
        }
    }

    /// Stores the login methods. A single method with an input field is selected right away.
    private mutating func apply(_ methods: [LoginMethod]) {
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

    /// Shows the input field of a login method.
    package mutating func ask(for stage: Stage) {
        enter(stage)
        error = nil
    }

    package mutating func askForServer(_ reason: any Reason) {
        isServerNeeded = true
        fail(reason)
        begin(at: first)
    }

    package mutating func fail(_ reason: any Reason) {
        isBusy = false
        error = reason
        visit = nil
        if stage == .browser { stage = earlier.popLast() ?? first }
    }

    /// Shows an error about the input, while the login keeps waiting.
    package mutating func remark(_ reason: any Reason) { error = reason }

    /// Goes back one step within the form.
    ///
    /// - Returns: `false` if there is no earlier step, so that the form closes.
    package mutating func stepBack() -> Bool {
        error = nil
        if stage == .browser { isBusy = false }
        visit = nil
        guard let last = earlier.popLast() else { return false }
        stage = last
        return true
    }

    package mutating func finish() {
        isBusy = false
        error = nil
        begin(at: first)
    }

    private mutating func begin(at stage: Stage) {
        self.stage = stage
        earlier = []
        methods = []
        visit = nil
    }

    private mutating func enter(_ stage: Stage) {
        earlier.append(self.stage)
        self.stage = stage
    }
}
