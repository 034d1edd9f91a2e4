import MatrixAPI
import MatrixClient

/// Requests of the user about the account's devices, and responses of the server.
enum DevicesEvent: RoutedEvent {
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
    case failed(DevicesProblem)
}
