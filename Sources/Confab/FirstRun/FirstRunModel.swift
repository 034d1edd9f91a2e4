import Foundation
import ViewModels

/// What is known before there is an account.
@MainActor
final class FirstRunModel {
    let suggestedName: String
    private(set) var name: String
    private(set) var screen = NavigationViewModel.Screen.firstRun
    private(set) var loginFields = LoginViewModel.Fields()
    /// Rises each time the login is opened.
    private(set) var loginCount = 0
    /// What the login waits for.
    private(set) var loginStep = ""
    private(set) var isServerNeeded = false
    private(set) var isBusy = false
    private(set) var error: String?

    init() {
        suggestedName = FirstRunModel.loginName
        name = suggestedName
    }

    func changeName(_ name: String) {
        self.name = name
        error = nil
    }

    func show(_ screen: NavigationViewModel.Screen) {
        self.screen = screen
        if screen == .login { loginCount += 1 }
        error = nil
        isBusy = false
    }

    func begin() {
        isBusy = true
        error = nil
    }

    func begin(_ fields: LoginViewModel.Fields) {
        loginFields = LoginViewModel.Fields(user: fields.user, server: fields.server)
        loginStep = "Logging in…"
        begin()
    }

    func waitFor(_ step: String) { loginStep = step }

    func askForServer(_ reason: String) {
        isServerNeeded = true
        fail(reason)
    }

    func fail(_ reason: String) {
        isBusy = false
        error = reason
    }

    private static var loginName: String {
        guard let entry = getpwuid(getuid()) else { return NSUserName() }
        return String(cString: entry.pointee.pw_name)
    }
}
