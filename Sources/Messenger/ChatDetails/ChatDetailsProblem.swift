/// Why the server was not asked, or refused.
enum ChatDetailsProblem: Hashable, Sendable {
    case failed(FailureReason)

    var text: String {
        switch self {
        case .failed(let reason): reason.text
        }
    }
}
