import Engine
import Messenger
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

extension SessionState {
    /// The text of the top line.
    var confirmationNotice: DisplayText? {
        guard isConfirmationToTell else { return nil }
        guard isIdentityToTell else { return .words("security.notice-backup-deleted") }
        if case .missing = ownIdentity.state { return .words("security.notice-missing") }
        return ownIdentity.state.isReplaced ? .words("security.notice-replaced") : .words("security.notice")
    }
}
