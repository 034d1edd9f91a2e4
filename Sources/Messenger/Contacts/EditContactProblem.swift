import ViewModels

/// The reason that a contact was not saved.
enum EditContactProblem: Hashable, Sendable {
    case flaw(ContactCheck.Flaw)
    case failed(FailureReason)

    var text: String {
        switch self {
        case .flaw(let flaw): flaw.text
        case .failed(let reason): .words("contacts.not-kept", ["reason": reason.text])
        }
    }
}
