import ViewModels

/// Why nothing came of what a person wanted about how this device stands.
enum SecurityProblem: Hashable, Sendable {
    case recovery(RecoveryProblem)
    case identity(IdentityProblem)
    /// Nothing was typed.
    case nothingTyped

    var text: String {
        switch self {
        case .recovery(let problem): problem.message
        case .identity(let problem): problem.message
        case .nothingTyped: .words("security.nothing-was-typed")
        }
    }
}
