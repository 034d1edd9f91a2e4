import MatrixClient
import Messenger
import ViewModels

/// What happens while somebody logs in before there is an account on this device.
enum FirstLoginEvent {
    case submitted(LoginViewModel.Fields)
    case chosen(LoginMethod)
    /// What the login has to say or to ask.
    case told(LoginTalk.News)
    case failed(reason: String)
    /// The ID did not lead to a homeserver.
    case serverNeeded(reason: String)
    /// Esc: a step back, or back to the question.
    case left
}
