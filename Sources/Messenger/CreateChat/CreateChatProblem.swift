import ViewModels

/// Why there is no new chat.
enum CreateChatProblem: Hashable, Sendable {
    case nobodyAdded
    /// Nobody is meant by what was typed.
    case partner(ChatPartner.Flaw)
    case failed(FailureReason)

    var text: String {
        switch self {
        case .nobodyAdded: .words("create-chat.add-somebody-first")
        case .partner(let flaw): flaw.text
        case .failed(let reason): .words("create-chat.chat-was-not-made", ["reason": reason.text])
        }
    }
}
