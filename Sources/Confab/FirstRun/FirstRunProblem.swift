import Messenger
import ViewModels

/// The reason why a name is refused.
enum FirstRunProblem: Reason {
    /// The name has neither a letter from a to z nor a digit.
    case noLetter
    /// The name is the guide's.
    case guide

    var message: String {
        switch self {
        case .noLetter: .words("first-run.name-needs-a-letter")
        case .guide: .words("first-run.guide-is-taken")
        }
    }
}
