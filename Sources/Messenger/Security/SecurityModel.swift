import ViewModels

/// Where a person is who looks at how this device stands.
@MainActor
final class SecurityModel {
    enum Step: Hashable {
        case ways
        /// The recovery key is typed, or the passphrase.
        case recoveryKey
        /// The account's password, which the server wants for an identity.
        case password(SecurityWay)
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
    /// Whether the line about it was seen.
    private(set) var isDismissed = false

    func open(from origin: NavigationViewModel.Screen) {
        if origin != .security { self.origin = origin }
        isDismissed = true
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

    func dismiss() { isDismissed = true }
}
