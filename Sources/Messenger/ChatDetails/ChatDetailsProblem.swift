/// The reason that a request was not sent or was refused.
enum ChatDetailsProblem: Hashable, Sendable {
    case failed(FailureReason)

    var text: String {
        switch self {
        case .failed(let reason): reason.text
        }
    }
}
