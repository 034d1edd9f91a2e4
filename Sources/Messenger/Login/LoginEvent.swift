/// Events of logging in again after a logout.
enum LoginEvent: RoutedEvent {
    case opened
    /// The answer to whether the server knows the session.
    case answered(LoginNeed)
    /// The homeserver ended the session and removed the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case form(LoginFormEvent)
    case loggedIn(deviceID: String)
}
