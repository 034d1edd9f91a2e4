import Messenger

/// An event before there is an account.
enum FirstRunEvent {
    case nameChanged(String)
    case starting(name: String)
    case started(FirstRunBeginning)
    case failed(any Reason)
    /// The user wants to log in to an existing Matrix account.
    case loginAsked
    case login(LoginFormEvent)
    /// The user returns from the login to the question.
    case back
}
