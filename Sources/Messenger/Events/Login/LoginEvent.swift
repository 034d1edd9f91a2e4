/// What happens while somebody who was logged out logs in again.
enum LoginEvent {
    case opened
    /// The homeserver ended the session, and with it the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case submitted(password: String)
    /// It waits for something, in a person's words.
    case went(to: String)
    case failed(reason: String)
    case loggedIn(deviceID: String)
}
