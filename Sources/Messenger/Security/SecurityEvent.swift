/// Events of the security screen.
enum SecurityEvent: RoutedEvent {
    case opened
    case chose(SecurityWay)
    /// The typed text: a recovery key, a passphrase or the account's password.
    case submitted(String)
    /// The requested action is complete.
    case done
    /// A recovery key was made. Nothing stores it, so it is shown now or lost.
    case keyMade(String)
    case failed(SecurityProblem)
    /// Goes back one step.
    case left
    /// The verification state of this device changed.
    case standingChanged
    /// Whether this device already showed the prompt to verify it.
    case wasTold(Bool)
}
