import Messenger
import Panes
import ViewModels

/// Something that a person can ask for: an action with its keys, or a command that is typed.
enum GuideSubject {
    case action(ActionID)
    case command(SlashCommand)

    static let main =
        BindingTable.all.filter { $0.group != .textFields && !$0.keyNames.isEmpty }.map { action($0.id) }
        + SlashCommand.allCases.map { command($0) }
    /// What moves and deletes characters, whose words many things have.
    static let editing = BindingTable.all.filter { $0.group == .textFields }.map { action($0.id) }

    /// By which it is found.
    var words: Set<String> {
        let title = Set(GuideAnswers.words(of: title))
        return name.map { title.union([$0]) } ?? title
    }

    /// The word that it is called by, which means it more than others that have the word as well.
    var name: String? {
        guard case .command(let command) = self else { return nil }
        return command.rawValue
    }

    /// What it is, and how it is done.
    func said(_ keys: GuideKeys) -> String { .words("guide.answer", ["action": title, "keys": way(keys)]) }

    /// Whether there is a way to it.
    func isHere(_ keys: GuideKeys) -> Bool { !way(keys).isEmpty }

    private var title: String {
        switch self {
        case .action(let id): id.title
        case .command(let command): command.title
        }
    }

    private func way(_ keys: GuideKeys) -> String {
        switch self {
        case .action(let id): keys.names(id)
        case .command(let command): command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
        }
    }
}
