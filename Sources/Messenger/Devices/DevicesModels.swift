import MatrixAPI
import MatrixClient
import ViewModels

/// A snapshot of the content of the list of devices.
struct DevicesContent: Sendable {
    let devices: [AccountDevice]
    let trust: [String: OwnDeviceTrust]
    let isLoading: Bool
    let isBusy: Bool
    let problem: DevicesProblem?
    let question: ProofQuestion?
    /// The identifier of this device.
    let ownID: String
    let time: TimeText
}

extension DevicesContent {
    @MainActor
    init(_ models: SessionModels, time: TimeText) {
        let devices = models.devices
        self.init(
            devices: devices.devices, trust: devices.trust, isLoading: devices.isLoading, isBusy: devices.isBusy,
            problem: devices.problem, question: devices.question, ownID: models.account.deviceID, time: time)
    }
}

/// The reason that devices were not listed or changed.
enum DevicesProblem: Hashable, Sendable {
    case notListed(FailureReason)
    case notRenamed(FailureReason)
    case notLoggedOut(FailureReason)
    /// The server doesn't accept just a password, and names no page for another proof.
    case needsBrowser
}

extension DevicesProblem {
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
