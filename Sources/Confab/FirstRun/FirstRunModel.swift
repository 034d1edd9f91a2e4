import Foundation
import Messenger
import ViewModels

/// What is known before there is an account.
@MainActor
final class FirstRunModel {
    let suggestedName: String
    private(set) var name: String
    private(set) var screen = NavigationViewModel.Screen.firstRun
    let login = LoginModel(first: .identity)
    private(set) var isBusy = false
    private(set) var error: (any Reason)?

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
        error = nil
        isBusy = false
    }

    func begin() {
        isBusy = true
        error = nil
    }

    func showLogin() {
        show(.login)
        login.open()
    }

    func fail(_ reason: any Reason) {
        isBusy = false
        error = reason
    }

    private static var loginName: String {
        guard let entry = getpwuid(getuid()) else { return NSUserName() }
        return String(cString: entry.pointee.pw_name)
    }
}
