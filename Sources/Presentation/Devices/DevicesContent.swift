import Engine
import MatrixAPI
import Messenger

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
