import Engine
import Foundation
import Messenger
import ViewModels

/// The state before there is an account.
@MainActor
final class FirstRunModel: LoginOwner {
    let suggestedName: String
    private(set) var name: String
    private(set) var screen: NavigationViewModel.Screen
    /// Whether the account is added to existing ones.
    let isOneMore: Bool
    var login = LoginModel(first: .identity)
    private(set) var isBusy = false
    private(set) var error: (any Reason)?

    /// - Parameter isOneMore: whether to begin with the login and not with the question.
    init(isOneMore: Bool = false) {
        self.isOneMore = isOneMore
        screen = isOneMore ? .login : .firstRun
        suggestedName = FirstRunModel.loginName
        name = suggestedName
        if isOneMore { login.open() }
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
