import MatrixAPI
import MatrixClient

/// What is asked of the devices of the account, and what the server says.
enum DevicesEvent: RoutedEvent {
    /// Somebody wants to see them.
    case shown
    /// The server is asked once more.
    case reloading
    /// How far this device stands for the account's owner, and with that its devices, is another than before.
    case standingChanged
    /// The devices, where they were asked for, and how far each is known.
    case loaded([AccountDevice]?, trust: [String: OwnDeviceTrust])
    case renaming(String, to: String)
    case loggingOut(String, AccountProof)
    /// The server did what was asked.
    case done
    /// It wants to know first whose the account is.
    case needsProof(String, AccountProof, ProofQuestion.Kind)
    case failed(DevicesProblem)
}
