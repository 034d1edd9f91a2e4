import MatrixAPI
import MatrixClient

/// What is asked of the devices of the account, and what the server says.
enum DevicesEvent: RoutedEvent {
    /// Somebody wants to see them.
    case shown
    /// The server is asked once more.
    case reloading
    case loaded([AccountDevice], trust: [String: OwnDeviceTrust])
    case renaming(String, to: String)
    case loggingOut(String, AccountProof)
    /// The server did what was asked.
    case done
    /// It wants to know the password first.
    ///
    /// - isWrong: whether the one that was typed is not it.
    case needsPassword(String, AccountProof, isWrong: Bool)
    case failed(DevicesProblem)
}
