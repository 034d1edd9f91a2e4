import ViewModels

/// Why a command can't do anything with the chat that it was given.
enum ChatProblem: Hashable {
    case unknown(String)
    case ambiguous(String, ids: [String])
    /// The account is not in it.
    case notIn(String)
    /// A file told what is said in it.
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

    /// As confab(1) lists them.
    var exitCode: Int32 {
        switch self {
        case .unknown, .ambiguous: 1
        case .notIn, .isImported: 77
        }
    }
}
