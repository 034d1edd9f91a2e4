import MatrixAPI

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
