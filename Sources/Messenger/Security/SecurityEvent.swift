/// What happens about how this device stands.
enum SecurityEvent: RoutedEvent {
    case opened
    case chose(SecurityWay)
    /// What was typed: a recovery key, a passphrase or the account's password.
    case submitted(String)
    /// What was asked for is done.
    case done
    /// A recovery key was made, which nobody has but who reads it now.
    case keyMade(String)
    case failed(SecurityProblem)
    /// One step back.
    case left
    /// This device stands otherwise than before.
    case standingChanged
    /// Whether a person was told once that this device is to be confirmed.
    case wasTold(Bool)
}
