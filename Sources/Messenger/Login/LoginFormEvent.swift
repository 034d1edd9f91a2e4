package import MatrixClient
package import ViewModels

/// What happens on the form by which one logs in: in the first run, and after a logout.
package enum LoginFormEvent: Sendable {
    case submitted(LoginViewModel.Fields)
    case chosen(LoginMethod)
    /// What the login has to say or to ask.
    case told(LoginTalk.News)
    case failed(any Reason)
    /// The ID did not lead to a homeserver.
    case serverNeeded(any Reason)
    /// Esc: a step back, or out of the form.
    case left
}
