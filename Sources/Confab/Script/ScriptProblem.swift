import ViewModels

/// Why what a command asked for is not done.
enum ScriptProblem: Hashable {
    /// As whoever was asked says it.
    case said(String, exitCode: Int32)
    /// The line is in the outbox, and the server did not take it in time.
    case isKept
    /// The server was not heard in time, and nothing was done.
    case notInTime
    /// Whoever was asked ended, or says nothing.
    case noAnswer
    /// Whoever has the profile shows nothing.
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

    /// As confab(1) lists them.
    var exitCode: Int32 {
        switch self {
        case .said(_, let exitCode): exitCode
        case .isKept, .notInTime: 69
        case .noAnswer, .noScreen, .nowhereToNotify, .notifiesAlready: 1
        }
    }
}
