import MatrixClient
import ViewModels

/// What happens while somebody who was logged out logs in again.
enum LoginEvent: RoutedEvent {
    case opened
    /// The homeserver ended the session, and with it the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case submitted(LoginViewModel.Fields)
    case chosen(LoginMethod)
    /// What the login has to say or to ask.
    case told(LoginTalk.News)
    case failed(reason: String)
    case loggedIn(deviceID: String)
    /// Esc: a step back, or out of the form.
    case left
}
