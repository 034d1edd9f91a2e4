import ViewModels

extension SessionModels {
    /// Whether the line at the top tells that this device is to be confirmed.
    var isConfirmationToTell: Bool {
        guard navigation.screen == .chats else { return false }
        return isIdentityToTell || !ownIdentity.hasSeenLoss
    }

    private var isIdentityToTell: Bool {
        ownIdentity.state.isToConfirm && !security.hasSeen(ownIdentity.state)
    }

    /// What it tells then.
    var confirmationNotice: DisplayText? {
        guard isConfirmationToTell else { return nil }
        guard isIdentityToTell else { return .words("security.notice-backup-deleted") }
        if case .missing = ownIdentity.state { return .words("security.notice-missing") }
        return ownIdentity.state.isReplaced ? .words("security.notice-replaced") : .words("security.notice")
    }
}

extension OwnIdentityState {
    /// Whether a person can have this device confirmed, or an identity made, and has not.
    var isToConfirm: Bool {
        switch self {
        case .unconfirmed, .missing(demand: _?): true
        case .unknown, .missing(demand: nil), .confirmed: false
        }
    }

    /// Whether this device isn't known to be the person's.
    var isUnconfirmed: Bool {
        if case .unconfirmed = self { true } else { false }
    }

    /// Whether the account had another identity before.
    var isReplaced: Bool {
        guard case .unconfirmed(let ways) = self else { return false }
        return ways.isReplaced
    }
}
