import MatrixClient
import ViewModels

/// Why nothing came of what a person wanted about how this device stands.
enum SecurityProblem: Hashable, Sendable {
    case recovery(RecoveryProblem)
    case identity(IdentityProblem)
    /// The server wants to know first whose the account is.
    case needsProof(SecurityWay, ProofDemand)
    /// It was not shown, though a person said so.
    case notProven
    /// Nothing was typed.
    case nothingTyped

    var text: String {
        switch self {
        case .recovery(let problem): problem.message
        case .identity(let problem): problem.message
        case .needsProof(_, let demand): IdentityProblem.client(.proofNeeded(demand)).message
        case .notProven: .words("security.is-not-proven")
        case .nothingTyped: .words("security.nothing-was-typed")
        }
    }
}
