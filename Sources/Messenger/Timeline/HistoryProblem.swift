import ViewModels

/// The reason why older messages are missing.
enum HistoryProblem: Hashable, Sendable {
    case failed(FailureReason)
    /// The request failed and is repeated only when the user asks for it.
    case waiting(FailureReason)
    case retrying(FailureReason, seconds: Int)
    /// The searched message isn't in the server's history.
    case notInHistory
    /// The messages couldn't be read from disk.
    case unreadable

    var text: String {
        switch self {
        case .failed(let reason): HistoryProblem.text(of: reason)
        case .waiting(let reason): .words("timeline.page-up-asks-again", ["reason": HistoryProblem.sentence(reason)])
        case .retrying(let reason, let seconds):
            .words("timeline.trying-again", ["reason": HistoryProblem.sentence(reason)], count: seconds)
        case .notInHistory: .words("timeline.not-in-history")
        case .unreadable: .words("timeline.unreadable")
        }
    }

    private static func text(of reason: FailureReason) -> String {
        guard case .server = reason else { return reason.text }
        return .words("timeline.older-messages", ["reason": reason.text])
    }

    private static func sentence(_ reason: FailureReason) -> String {
        let text = text(of: reason)
        return text.last.map { ".?!。？！".contains($0) } ?? false ? text : .words("list.sentence", ["text": text])
    }
}
