package import MatrixClient
package import ViewModels

/// Events of the login form, in the first run and after a logout.
package enum LoginFormEvent: Sendable {
    case submitted(LoginViewModel.Fields)
    case chosen(LoginMethod)
    /// The login reports progress or asks a question.
    case told(LoginTalk.News)
    case failed(any Reason)
    /// No homeserver was found for the Matrix ID.
    case serverNeeded(any Reason)
    /// Esc was pressed: go back a step, or leave the form.
    case left
}
