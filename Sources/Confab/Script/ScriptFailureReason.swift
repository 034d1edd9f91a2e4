import ViewModels

/// The reason why a command's request was not done.
enum ScriptFailureReason: Hashable {
    /// The process that received the request failed with this message.
    case said(String, exitCode: Int32)
    /// The message is in the outbox, and the server did not accept it in time.
    case isKept
    /// The server did not answer in time, and nothing was done.
    case notInTime
    /// The process that was asked ended, or did not answer.
    case noAnswer
    /// The process that has the profile has no screen.
    case noScreen
    /// There is neither a bus nor a terminal.
    case nowhereToNotify
    case notifiesAlready(profileName: String)

    var message: String {
        switch self {
        case .said(let words, _): words
        case .isKept: .words("script.is-kept")
        case .notInTime: .words("script.not-in-time")
        case .noAnswer: .words("script.no-answer")
        case .noScreen: .words("script.no-screen")
        case .nowhereToNotify: .words("notify.nowhere")
        case .notifiesAlready(let name): .words("notify.runs-already", ["name": name])
        }
    }

    /// The exit code as listed in confab(1).
    var exitCode: Int32 {
        switch self {
        case .said(_, let exitCode): exitCode
        case .isKept, .notInTime: 69
        case .noAnswer, .noScreen, .nowhereToNotify, .notifiesAlready: 1
        }
    }
}
