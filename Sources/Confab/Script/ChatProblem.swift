import ViewModels

/// The reason why a command can't use the given chat.
enum ChatProblem: Hashable {
    case unknown(String)
    case ambiguous(String, ids: [String])
    /// The account is not a member.
    case notIn(String)
    /// The chat was imported from a file.
    case isImported(String)

    var message: String {
        switch self {
        case .unknown(let name): .words("script.unknown-chat", ["chat": name])
        case .ambiguous(let name, let ids):
            .words("script.ambiguous-chat", ["chat": name, "ids": ids.joined(separator: ", ")])
        case .notIn(let name): .words("script.not-in-chat", ["chat": name])
        case .isImported(let name): .words("script.chat-is-imported", ["chat": name])
        }
    }

    /// The exit code as listed in confab(1).
    var exitCode: Int32 {
        switch self {
        case .unknown, .ambiguous: 1
        case .notIn, .isImported: 77
        }
    }
}
