package import Engine
package import MatrixAPI
package import MatrixClient
package import ViewModels

/// Requests of the user about the account's devices, and responses of the server.
package enum DevicesEvent: RoutedEvent {
    /// The user opens the list of devices.
    case shown
    /// The list is loaded again.
    case reloading
    /// The verification state of this device has changed, and with it that of the other devices.
    case standingChanged
    /// The devices, if they were requested, and their verification states.
    case loaded([AccountDevice]?, trust: [String: OwnDeviceTrust])
    case renaming(String, to: String)
    case loggingOut(String, AccountProof)
    /// The server made the change.
    case done
    /// The server asks for a proof that the user owns the account.
    case needsProof(String, AccountProof, ProofQuestion.Kind)
    case failed(DevicesFailureReason)
}

/// The reason that devices were not listed or changed.
package enum DevicesFailureReason: Hashable, Sendable {
    case notListed(FailureReason)
    case notRenamed(FailureReason)
    case notLoggedOut(FailureReason)
    /// The server doesn't accept just a password, and names no page for another proof.
    case needsBrowser
}

extension DevicesFailureReason {
    package var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("devices.not-listed", ["reason": reason.text])
        case .notRenamed(let reason): .words("devices.not-renamed", ["reason": reason.text])
        case .notLoggedOut(let reason): .words("devices.not-logged-out", ["reason": reason.text])
        case .needsBrowser: .words("devices.needs-browser")
        }
    }
}

/// A request for a proof before a device is logged out.
package struct ProofQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// - Parameter isWrong: whether the typed password was wrong.
        case password(isWrong: Bool)
        /// - Parameters:
        ///   - page: the page to open in a browser.
        ///   - isAgain: whether the user reported the step as done, but the server doesn't know about it.
        case browser(page: String, isAgain: Bool)
    }

    /// A counter that increases with each question.
    package let number: Int
    package let deviceID: String
    /// The proof without the password.
    package let proof: AccountProof
    package let kind: Kind
}

/// The devices of the account and the user's changes to them.
package struct DevicesModel {
    package private(set) var devices: [AccountDevice] = []
    package private(set) var trust: [String: OwnDeviceTrust] = [:]
    package private(set) var isLoading = false
    package private(set) var isBusy = false
    package private(set) var problem: DevicesFailureReason?
    package private(set) var question: ProofQuestion?
    private var questions = 0

    mutating func begin() {
        (devices, trust) = ([], [:])
        isBusy = false
        question = nil
        load()
    }

    mutating func load() {
        isLoading = true
        problem = nil
    }

    mutating func apply(_ devices: [AccountDevice], trust: [String: OwnDeviceTrust]) {
        self.devices = devices
        self.trust = trust
        isLoading = false
    }

    mutating func judge(_ trust: [String: OwnDeviceTrust]) { self.trust = trust }

    mutating func work() {
        isBusy = true
        problem = nil
        question = nil
    }

    mutating func finish() { isBusy = false }

    mutating func ask(about deviceID: String, _ proof: AccountProof, _ kind: ProofQuestion.Kind) {
        isBusy = false
        questions += 1
        question = ProofQuestion(number: questions, deviceID: deviceID, proof: proof, kind: kind)
    }

    mutating func fail(_ problem: DevicesFailureReason) {
        isLoading = false
        isBusy = false
        question = nil
        self.problem = problem
    }
}
