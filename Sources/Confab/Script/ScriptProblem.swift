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

    var message: String {
        switch self {
        case .said(let words, _): words
        case .isKept: .words("script.is-kept")
        case .notInTime: .words("script.not-in-time")
        case .noAnswer: .words("script.no-answer")
        case .noScreen: .words("script.no-screen")
        }
    }

    /// As confab(1) lists them.
    var exitCode: Int32 {
        switch self {
        case .said(_, let exitCode): exitCode
        case .isKept, .notInTime: 69
        case .noAnswer, .noScreen: 1
        }
    }
}
