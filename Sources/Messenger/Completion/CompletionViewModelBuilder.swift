import ViewModels

/// Makes the rows of what can stand in place of what is being typed.
struct CompletionViewModelBuilder {
    let query: CompletionQuery?
    let candidates: [CompletionCandidate]

    @MainActor
    func build(ask: @escaping @MainActor (CompletionQuery) -> Void) -> CompletionViewModel {
        CompletionViewModel(query: query, title: title, rows: candidates.map(row), ask: ask)
    }

    private var title: DisplayText {
        switch query?.kind {
        case .person: .words("completion.people")
        case .emoji: .words("completion.emoji")
        case .command: .words("completion.commands")
        case nil: .empty
        }
    }

    private func row(_ candidate: CompletionCandidate) -> CompletionViewModel.Row {
        switch candidate {
        case .person(let userID, let displayName):
            let id = DisplayText(sanitizing: userID)
            return displayName.isEmpty
                ? CompletionViewModel.Row(title: id, detail: .empty, text: userID + " ")
                : CompletionViewModel.Row(
                    title: DisplayText(sanitizing: displayName), detail: id, text: userID + " ")
        case .emoji(let emoji, let name):
            return CompletionViewModel.Row(
                title: DisplayText(sanitizing: "\(emoji)  \(name)"), detail: .empty, text: emoji)
        case .command(let command):
            return CompletionViewModel.Row(
                title: DisplayText(
                    sanitizing: command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"),
                detail: DisplayText(sanitizing: command.title),
                text: command.argument.isEmpty ? command.name : command.name + " ")
        }
    }
}
