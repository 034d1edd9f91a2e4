import ViewModels

/// Where a person is who looks at how this device stands.
@MainActor
final class SecurityModel {
    enum Step: Hashable {
        case ways
        /// The recovery key is typed, or the passphrase.
        case recoveryKey
        /// What it costs to begin anew.
        case warning
        /// The account's password, which the server wants for an identity.
        ///
        /// - session: under which the server remembers what was proven.
        case password(SecurityWay, session: String?)
        /// A browser shows the server whose the account is.
        case browser(SecurityWay, page: String, session: String?)
        /// It is shown once.
        case made(key: String)
    }

    private(set) var step = Step.ways
    /// Rises with each step.
    private(set) var number = 0
    private(set) var isBusy = false
    private(set) var problem: SecurityProblem?
    private(set) var origin = NavigationViewModel.Screen.chats
    /// Whether a person was told once on this device that it is to be confirmed; `nil` until the disk said.
    private(set) var wasTold: Bool?
    /// How this device stood when somebody saw it last.
    private var seen: OwnIdentityState?

    func open(from origin: NavigationViewModel.Screen, seeing state: OwnIdentityState) {
        if origin != .security { self.origin = origin }
        seen = state
        // What the server is being asked for goes on, and a key that nobody saw yet is shown.
        if case .made = step { return }
        if !isBusy { enter(.ways) }
    }

    func enter(_ step: Step) {
        self.step = step
        number += 1
        isBusy = false
        problem = nil
    }

    func begin() {
        isBusy = true
        problem = nil
    }

    func fail(_ problem: SecurityProblem) {
        isBusy = false
        self.problem = problem
    }

    func setTold(_ wasTold: Bool) { self.wasTold = wasTold }

    /// The line about it was seen.
    func dismiss(_ state: OwnIdentityState) { seen = state }

    /// Whether nothing worse is to be told than what was seen.
    func hasSeen(_ state: OwnIdentityState) -> Bool {
        guard let seen, seen.isToConfirm else { return false }
        return seen.isReplaced || !state.isReplaced
    }
}
