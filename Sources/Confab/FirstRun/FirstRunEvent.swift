import ViewModels

/// What happens before there is an account.
enum FirstRunEvent {
    case nameChanged(String)
    case starting(name: String)
    case started(FirstRunBeginning)
    case failed(reason: String)
    /// A login waits for something, in a person's words.
    case loginWent(to: String)
    /// The ID did not lead to a homeserver.
    case serverNeeded(reason: String)
    /// Somebody has a Matrix account already.
    case loginAsked
    case loggingIn(LoginViewModel.Fields)
    /// Back from the login to the question.
    case back
}
