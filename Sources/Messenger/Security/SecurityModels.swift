package import Engine
package import MatrixClient
import ViewModels

/// The reason why an action of the security screen failed.
package enum SecurityFailureReason: Hashable, Sendable {
    case recovery(RecoveryError)
    case identity(IdentityError)
    /// The server first requires proof that the account belongs to the user.
    case needsProof(SecurityAction, ProofChallenge)
    /// The server got no proof, though the user said it was given.
    case notProven
    /// The input was empty.
    case nothingTyped

    package var text: String {
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
package enum SecurityAction: Hashable, Sendable {
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

extension OwnIdentityState {
    /// Whether the device can be verified or an identity made, and neither has been done.
    var isToConfirm: Bool {
        switch self {
        case .unconfirmed, .missing(demand: _?): true
        case .unknown, .missing(demand: nil), .confirmed: false
        }
    }

    /// Whether this device isn't verified as the user's own.
    package var isUnconfirmed: Bool {
        if case .unconfirmed = self { true } else { false }
    }

    /// Whether the account had another identity before.
    package var isReplaced: Bool {
        guard case .unconfirmed(let ways) = self else { return false }
        return ways.isReplaced
    }
}
