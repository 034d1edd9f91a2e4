/// What happens while somebody who was logged out logs in again.
enum LoginEvent: RoutedEvent {
    case opened
    /// Whether the server knows the session.
    case answered(LoginNeed)
    /// The homeserver ended the session, and with it the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case form(LoginFormEvent)
    case loggedIn(deviceID: String)
}
