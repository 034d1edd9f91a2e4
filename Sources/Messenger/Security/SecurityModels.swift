import MatrixClient
import ViewModels

/// The contents of the security screen: verification state, backup and the current step.
struct SecurityContent: Equatable {
    let state: OwnIdentityState
    let restore: RestoreState?
    let backup: BackupStatus?
    let hasRecoveryKey: Bool
    let step: SecurityModel.Step
    let number: Int
    let isBusy: Bool
    let problem: SecurityFailureReason?
    let userID: String
}

extension SecurityContent {
    @MainActor
    init(_ state: SessionState) {
        let model = state.security
        self.init(
            state: state.ownIdentity.state, restore: state.ownIdentity.restore,
            backup: state.ownIdentity.backup, hasRecoveryKey: state.ownIdentity.hasRecoveryKey, step: model.step,
            number: model.number, isBusy: model.isBusy, problem: model.problem, userID: state.account.userID)
    }
}

/// The reason why an action of the security screen failed.
enum SecurityFailureReason: Hashable, Sendable {
    case recovery(RecoveryError)
    case identity(IdentityError)
    /// The server first requires proof that the account belongs to the user.
    case needsProof(SecurityAction, ProofChallenge)
    /// The server got no proof, though the user said it was given.
    case notProven
    /// The input was empty.
    case nothingTyped

    var text: String {
        switch self {
        case .recovery(let problem): problem.message
        case .identity(let problem): problem.message
        case .needsProof(_, let demand): IdentityError.client(.proofNeeded(demand)).message
        case .notProven: .words("security.is-not-proven")
        case .nothingTyped: .words("security.nothing-was-typed")
        }
    }
}

/// An action of the security screen.
enum SecurityAction: Hashable, Sendable {
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

extension SessionState {
    /// Whether the top line shows that this device is unverified or that its backup was deleted.
    var isConfirmationToTell: Bool {
        guard navigation.screen == .chats else { return false }
        return isIdentityToTell || !ownIdentity.hasSeenLoss
    }

    /// Whether it shows that this device is unverified.
    var isIdentityToTell: Bool {
        ownIdentity.state.isToConfirm && !security.hasSeen(ownIdentity.state)
    }

    /// The text of the top line.
    var confirmationNotice: DisplayText? {
        guard isConfirmationToTell else { return nil }
        guard isIdentityToTell else { return .words("security.notice-backup-deleted") }
        if case .missing = ownIdentity.state { return .words("security.notice-missing") }
        return ownIdentity.state.isReplaced ? .words("security.notice-replaced") : .words("security.notice")
    }
}

extension OwnIdentityState {
    /// Whether the device can be verified or an identity made, and neither has been done.
    var isToConfirm: Bool {
        switch self {
        case .unconfirmed, .missing(demand: _?): true
        case .unknown, .missing(demand: nil), .confirmed: false
        }
    }

    /// Whether this device isn't verified as the user's own.
    var isUnconfirmed: Bool {
        if case .unconfirmed = self { true } else { false }
    }

    /// Whether the account had another identity before.
    var isReplaced: Bool {
        guard case .unconfirmed(let ways) = self else { return false }
        return ways.isReplaced
    }
}
