import Engine
import ViewModels

/// Events of the security screen.
package enum SecurityEvent: RoutedEvent {
    case opened
    case chose(SecurityAction)
    /// The typed text: a recovery key, a passphrase or the account's password.
    case submitted(String)
    /// The requested action is complete.
    case done
    /// A recovery key was made. Nothing stores it, so it is shown now or lost.
    case keyMade(String)
    case failed(SecurityFailureReason)
    /// Goes back one step.
    case left
    /// The verification state of this device changed.
    case standingChanged
    /// Whether this device already showed the prompt to verify it.
    case wasTold(Bool)
}

/// The current step of the security screen.
package struct SecurityModel {
    package enum Step: Hashable {
        case ways
        /// The recovery key or the passphrase is being typed.
        case recoveryKey
        /// A warning about what a new identity destroys.
        case warning
        /// The account's password, which the server requires for a new identity.
        ///
        /// - session: the identifier under which the server remembers the completed stages.
        case password(SecurityAction, session: String?)
        /// The user proves to the server, in a browser, that the account is theirs.
        case browser(SecurityAction, page: String, session: String?)
        /// The new recovery key, shown once.
        case made(key: String)
    }

    package private(set) var step = Step.ways
    /// Increases with each step.
    package private(set) var number = 0
    package private(set) var isBusy = false
    package private(set) var problem: SecurityFailureReason?
    private(set) var origin = NavigationViewModel.Screen.chats
    /// Whether this device already showed the prompt to verify it; `nil` until it is read from disk.
    private(set) var wasTold: Bool?
    /// The verification state that was last on screen.
    private var seen: OwnIdentityState?

    mutating func open(from origin: NavigationViewModel.Screen, seeing state: OwnIdentityState) {
        if origin != .security { self.origin = origin }
        seen = state
        // A pending server request continues, and a recovery key that wasn't seen yet stays on screen.
        if case .made = step { return }
        if !isBusy { enter(.ways) }
    }

    mutating func enter(_ step: Step) {
        self.step = step
        number += 1
        isBusy = false
        problem = nil
    }

    mutating func begin() {
        isBusy = true
        problem = nil
    }

    mutating func fail(_ problem: SecurityFailureReason) {
        isBusy = false
        self.problem = problem
    }

    mutating func setTold(_ wasTold: Bool) { self.wasTold = wasTold }

    /// The user dismissed the notification about this state.
    mutating func dismiss(_ state: OwnIdentityState) { seen = state }

    /// Whether the user has seen this state or a worse one.
    func hasSeen(_ state: OwnIdentityState) -> Bool {
        guard let seen, seen.isToConfirm else { return false }
        return seen.isReplaced || !state.isReplaced
    }
}
