import Engine

/// Handles the events of the file picker.
@MainActor
struct FileListEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: FileListEvent) {
        switch event {
        case .opened:
            guard state.composer.purpose == .newLine else {
                state.composer.showNotice(.fileGoesByItself)
                return
            }
            state.files.begin()
            state.navigation.open(.files)
            effects.files.list(state.files.directory)
        case .typing(let text, let isImposed):
            let isElsewhere = isImposed ? state.files.impose(text) : state.files.type(text)
            if isElsewhere { effects.files.list(state.files.directory) }
        case .completed:
            if let whole = state.files.completion { queue.post(FileListEvent.typing(whole, isImposed: true)) }
        case .listed(let listing):
            state.files.apply(listing)
        case .chosen(let path):
            state.files.remember()
            state.navigation.closePicker()
            guard let chatID = state.composer.chatID else { return }
            let typed = TypedLine("/send " + path, chatID: chatID, threadID: state.composer.threadID)
            queue.post(ComposerEvent.givenBack(typed, saying: .fileIsNamed))
        }
    }
}
