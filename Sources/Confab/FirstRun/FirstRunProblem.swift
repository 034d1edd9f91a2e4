import Messenger
import ViewModels

/// Why a name can't be one's own.
enum FirstRunProblem: Reason {
    /// It has neither a letter from a to z nor a digit.
    case noLetter
    /// It is the name of who shows one around.
    case guide

    var message: String {
        switch self {
        case .noLetter: .words("first-run.name-needs-a-letter")
        case .guide: .words("first-run.guide-is-taken")
        }
    }
}
