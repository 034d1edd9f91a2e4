import ViewModels

extension SessionModels {
    /// Whether the top line shows that this device is unverified or that its backup was deleted.
    var isConfirmationToTell: Bool {
        guard navigation.screen == .chats else { return false }
        return isIdentityToTell || !ownIdentity.hasSeenLoss
    }

    private var isIdentityToTell: Bool {
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
