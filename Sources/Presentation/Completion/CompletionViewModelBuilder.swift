import MatrixAPI
import Messenger
import ViewModels

/// Builds the rows of completions.
struct CompletionViewModelBuilder: Equatable {
    let query: CompletionQuery?
    let candidates: [CompletionCandidate]
    /// The number of answers until now.
    var count = 0

    func build(ask: @escaping @MainActor (CompletionQuery) -> Void) -> CompletionViewModel {
        CompletionViewModel(query: query, title: title, rows: candidates.map(row), ask: ask)
    }

    private var title: DisplayText {
        switch query?.kind {
        case .name, .person: .words("completion.people")
        case .emoji: .words("completion.emoji")
        case .command: .words("completion.commands")
        case .spelling: .words("completion.spelling")
        case nil: .empty
        }
    }

    private func row(_ candidate: CompletionCandidate) -> CompletionViewModel.Row {
        switch candidate {
        case .person(let userID, let displayName, let called):
            let id = DisplayText(sanitizing: userID)
            if query?.kind == .name {
                let name = displayName.isEmpty ? UserID(userID)?.localpart ?? userID : displayName
                let written = DisplayText(sanitizing: name)
                return CompletionViewModel.Row(title: written, detail: id, text: written.string)
            }
            let written = DisplayText(sanitizing: "@\(called) ").string
            return displayName.isEmpty
                ? CompletionViewModel.Row(title: id, detail: .empty, text: written)
                : CompletionViewModel.Row(title: DisplayText(sanitizing: displayName), detail: id, text: written)
        case .emoji(let emoji, let name):
            return CompletionViewModel.Row(
                title: DisplayText(sanitizing: "\(emoji)  \(name)"), detail: .empty, text: emoji)
        case .spelling(let word):
            return CompletionViewModel.Row(title: DisplayText(sanitizing: word), detail: .empty, text: word)
        case .newWord(let word):
            return CompletionViewModel.Row(
                title: .words("spelling.add-word", ["word": word]), detail: .empty, text: word, addsWord: true)
        case .command(let command):
            return CompletionViewModel.Row(
                title: DisplayText(
                    sanitizing: command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"),
                detail: DisplayText(sanitizing: command.title),
                text: command.argument.isEmpty ? command.name : command.name + " ")
        }
    }
}

extension CompletionViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        self.init(
            query: screen.state.completion.query, candidates: screen.state.completion.candidates,
            count: screen.state.completion.count)
    }
}
