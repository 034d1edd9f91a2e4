import Messenger
import Panes
import ViewModels

/// A subject of questions: an action with its keys, or a typed command.
enum GuideSubject {
    case action(ActionID)
    case command(SlashCommand)

    static let main =
        BindingTable.all.filter { $0.group != .textFields && !$0.keyNames.isEmpty }.map { action($0.id) }
        + SlashCommand.allCases.map { command($0) }
    /// The actions that move the cursor and delete characters. Their words occur in many titles.
    static let editing = BindingTable.all.filter { $0.group == .textFields }.map { action($0.id) }

    /// The words that find the subject.
    var words: Set<String> {
        let title = Set(GuideAnswers.words(of: title))
        return name.map { title.union([$0]) } ?? title
    }

    /// The name of a command. A question with this word most likely means the command.
    var name: String? {
        guard case .command(let command) = self else { return nil }
        return command.rawValue
    }

    /// Returns the description of the subject and its keys.
    func said(_ keys: GuideKeys) -> String { .words("guide.answer", ["action": title, "keys": way(keys)]) }

    /// Whether any key or command leads to it.
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
