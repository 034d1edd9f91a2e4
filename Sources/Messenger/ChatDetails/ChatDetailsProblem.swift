/// Why the server was not asked, or refused.
enum ChatDetailsProblem: Hashable, Sendable {
    /// Nobody is meant by what was typed.
    case partner(ChatPartner.Flaw)
    case failed(FailureReason)

    var text: String {
        switch self {
        case .partner(let flaw): flaw.text
        case .failed(let reason): reason.text
        }
    }
}
