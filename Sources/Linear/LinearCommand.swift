import ViewModels

/// What is typed with a slash to go about. What isn't among these goes to where lines are written, which has its own.
enum LinearCommand: String, CaseIterable {
    case chats, open, next, back, read, older, more, latest, search, go, new, accept, decline, retry, withdraw, undo,
        trust, save, view, stop
    case contacts, devices, verify, security, login, status, help, quit

    /// As it is typed.
    var name: String { "/\(rawValue)" }

    /// What is typed behind it; empty where nothing is.
    var argument: String {
        switch self {
        case .open: .words("linear.name-or-number")
        case .read: .words("linear.number")
        case .search: .words("linear.words")
        case .go: .words("linear.number")
        case .new: "@bo:example.org"
        case .save: .words("linear.number-and-path")
        case .view, .stop, .verify: .words("linear.number")
        case .contacts: .words("linear.name")
        case .chats, .next, .back, .older, .more, .latest, .accept, .decline, .retry, .withdraw, .undo, .trust, .login,
            .devices, .security, .status, .help, .quit:
            ""
        }
    }

    var title: DisplayText {
        switch self {
        case .chats: .words("linear.help-chats")
        case .open: .words("linear.help-open")
        case .next: .words("linear.help-next")
        case .back: .words("linear.help-back")
        case .read: .words("linear.help-read")
        case .older: .words("linear.help-older")
        case .more: .words("linear.help-more")
        case .latest: .words("linear.help-latest")
        case .search: .words("linear.help-search")
        case .go: .words("linear.help-go")
        case .new: .words("linear.help-new")
        case .accept: .words("linear.help-accept")
        case .decline: .words("linear.help-decline")
        case .retry: .words("linear.help-retry")
        case .withdraw: .words("linear.help-withdraw")
        case .undo: .words("linear.help-undo")
        case .trust: .words("linear.help-trust")
        case .save: .words("linear.help-save")
        case .view: .words("linear.help-view")
        case .stop: .words("linear.help-stop")
        case .contacts: .words("linear.help-contacts")
        case .devices: .words("linear.help-devices")
        case .verify: .words("linear.help-verify")
        case .security: .words("linear.help-security")
        case .login: .words("first-run.log-in-to-matrix-account")
        case .status: .words("linear.help-status")
        case .help: .words("linear.help-help")
        case .quit: .words("linear.help-quit")
        }
    }

    /// A command with what stands behind it; `nil` where the line is none of these.
    static func parse(_ line: String) -> (command: LinearCommand, argument: String)? {
        guard line.hasPrefix("/") else { return nil }
        let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
        guard let command = parts.first.flatMap({ LinearCommand(rawValue: $0.lowercased()) }) else { return nil }
        let argument = parts.count > 1 ? parts[1].trimming : ""
        // The name of a file may have more than one blank in a row.
        return (command, command == .save ? argument : argument.split(separator: " ").joined(separator: " "))
    }
}
