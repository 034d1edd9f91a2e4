import Messenger

/// What happens before there is an account.
enum FirstRunEvent {
    case nameChanged(String)
    case starting(name: String)
    case started(FirstRunBeginning)
    case failed(any Reason)
    /// Somebody has a Matrix account already.
    case loginAsked
    case login(LoginFormEvent)
    /// Back from the login to the question.
    case back
}
