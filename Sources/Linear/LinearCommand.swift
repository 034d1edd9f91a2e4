import ViewModels

/// The slash commands of the linear mode. Other lines go to the composer, which has its own commands.
enum LinearCommand: String, CaseIterable {
    case chats, open, next, back, read, older, more, latest, search, go, new, accept, decline, retry, withdraw, undo,
        trust, save, view, stop
    case contacts, devices, verify, security, login, status, help, quit

    /// The command as it is typed.
    var name: String { "/\(rawValue)" }

    /// The argument in the help; empty if there is none.
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

    /// Parses a command with its argument; `nil` if the line is none of these commands.
    static func parse(_ line: String) -> (command: LinearCommand, argument: String)? {
        guard line.hasPrefix("/") else { return nil }
        let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
        guard let command = parts.first.flatMap({ LinearCommand(rawValue: $0.lowercased()) }) else { return nil }
        let argument = parts.count > 1 ? parts[1].trimming : ""
        // A file name may contain several blanks in a row.
        return (command, command == .save ? argument : argument.split(separator: " ").joined(separator: " "))
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimming: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// Reads the commands of the composer.
@MainActor
final class LinearHelp {
    private static let query = CompletionQuery(kind: .command, text: "")

    private let voice: Announcer
    private var model: CompletionViewModel?
    private var isAsking = false

    init(_ completion: Event<CompletionViewModel>, voice: Announcer) {
        self.voice = voice
        completion.subscribe(self) { help, model in help.model = model }
    }

    func askForCommands() {
        isAsking = true
        model?.ask(Self.query)
    }

    func present() {
        guard isAsking, let model, model.query == Self.query else { return }
        isAsking = false
        for row in model.rows where LinearCommand.parse(row.title.string) == nil {
            voice.announce(.words("linear.command", ["command": row.title.string, "title": row.detail.string]))
        }
    }
}
