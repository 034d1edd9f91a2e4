import MatrixClient
import ViewModels

/// The reason why an action of the security screen failed.
enum SecurityProblem: Hashable, Sendable {
    case recovery(RecoveryProblem)
    case identity(IdentityProblem)
    /// The server first requires proof that the account belongs to the user.
    case needsProof(SecurityWay, ProofDemand)
    /// The server got no proof, though the user said it was given.
    case notProven
    /// The input was empty.
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
