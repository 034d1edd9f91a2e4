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
