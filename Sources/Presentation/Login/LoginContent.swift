import Engine
import MatrixClient
package import Messenger
package import ViewModels

/// A snapshot of the login form's contents.
package struct LoginContent: Equatable, Sendable {
    /// Counts how often the form was opened.
    let count: Int
    package let stage: LoginModel.Stage
    package let identity: LoginViewModel.Fields
    let methods: [LoginMethod]
    let visit: BrowserLogin?
    let isServerNeeded: Bool
    let isBusy: Bool
    let step: LoginStep?
    /// The error in one line.
    let error: String?
    let unsent: UnsentFile
    let isGivingUp: Bool
    var need: LoginNeed

    @MainActor
    package init(_ model: LoginModel) {
        count = model.count
        stage = model.stage
        identity = model.identity
        methods = model.methods
        visit = model.visit
        isServerNeeded = model.isServerNeeded
        isBusy = model.isBusy
        step = model.step
        error = model.error?.message
        unsent = model.unsent
        isGivingUp = model.isGivingUp
        need = model.need
    }
}
