import MatrixClient
import ViewModels

/// The contents of the security screen: verification state, backup and the current step.
struct SecurityContent: Equatable {
    let state: OwnIdentityState
    let restore: RestoreState?
    let backup: BackupStanding?
    let hasRecoveryKey: Bool
    let step: SecurityModel.Step
    let number: Int
    let isBusy: Bool
    let problem: SecurityProblem?
    let userID: String
}

extension SecurityContent {
    @MainActor
    init(_ models: SessionModels) {
        let model = models.security
        self.init(
            state: models.ownIdentity.state, restore: models.ownIdentity.restore,
            backup: models.ownIdentity.backup, hasRecoveryKey: models.ownIdentity.hasRecoveryKey, step: model.step,
            number: model.number, isBusy: model.isBusy, problem: model.problem, userID: models.account.userID)
    }
}

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

/// An action of the security screen.
enum SecurityWay: Hashable, Sendable {
    /// Compares emoji with the account's other devices.
    case emoji
    /// Types the recovery key, or the passphrase.
    case recoveryKey
    /// Makes a recovery key, replacing the current one if there is any.
    case newRecoveryKey
    /// Activates the recovery key that is shown, once it is written down.
    case keptKey
    /// Makes the account's first identity.
    case identity
    /// Replaces an identity that nothing on this device can confirm.
    case newIdentity
    /// Confirms that the proof in the browser is done.
    case proven
    case later
}
