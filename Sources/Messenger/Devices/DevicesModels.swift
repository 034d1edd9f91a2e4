import MatrixAPI
import MatrixClient
import ViewModels

/// A snapshot of the content of the list of devices.
struct DevicesContent: Equatable, Sendable {
    let devices: [AccountDevice]
    let trust: [String: OwnDeviceTrust]
    let isLoading: Bool
    let isBusy: Bool
    let problem: DevicesFailureReason?
    let question: ProofQuestion?
    /// The identifier of this device.
    let ownID: String
    let time: TimeText
}

extension DevicesContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let devices = state.devices
        self.init(
            devices: devices.devices, trust: devices.trust, isLoading: devices.isLoading, isBusy: devices.isBusy,
            problem: devices.problem, question: devices.question, ownID: state.account.deviceID, time: time)
    }
}

/// The reason that devices were not listed or changed.
enum DevicesFailureReason: Hashable, Sendable {
    case notListed(FailureReason)
    case notRenamed(FailureReason)
    case notLoggedOut(FailureReason)
    /// The server doesn't accept just a password, and names no page for another proof.
    case needsBrowser
}

extension DevicesFailureReason {
    var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("devices.not-listed", ["reason": reason.text])
        case .notRenamed(let reason): .words("devices.not-renamed", ["reason": reason.text])
        case .notLoggedOut(let reason): .words("devices.not-logged-out", ["reason": reason.text])
        case .needsBrowser: .words("devices.needs-browser")
        }
    }
}

/// The verification state of a device of the account.
enum OwnDeviceTrust: Hashable, Sendable {
    case verified, unverified
}

/// A request for a proof before a device is logged out.
struct ProofQuestion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// - Parameter isWrong: whether the typed password was wrong.
        case password(isWrong: Bool)
        /// - Parameters:
        ///   - page: the page to open in a browser.
        ///   - isAgain: whether the user reported the step as done, but the server doesn't know about it.
        case browser(page: String, isAgain: Bool)
    }

    /// A counter that increases with each question.
    let number: Int
    let deviceID: String
    /// The proof without the password.
    let proof: AccountProof
    let kind: Kind
}

/// The devices of the account and the user's changes to them.
struct DevicesModel {
    private(set) var devices: [AccountDevice] = []
    private(set) var trust: [String: OwnDeviceTrust] = [:]
    private(set) var isLoading = false
    private(set) var isBusy = false
    private(set) var problem: DevicesFailureReason?
    private(set) var question: ProofQuestion?
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
