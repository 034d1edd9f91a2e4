/// Events of the picker for a file to send.
package enum FileListEvent: RoutedEvent {
    case opened
    /// - Parameter isImposed: whether the program sets the text, so that the field has to be updated.
    case typing(String, isImposed: Bool = false)
    /// Completes the typed path with the common prefix of the matching entries.
    case completed
    case listed(FileListing)
    /// The user chose a file. The path is written as it would be typed.
    case chosen(String)
}

/// Handles the events of the file picker.
@MainActor
struct FileListEventRouter: EventRouter {
    struct Models {
        let files: FileListModel
        let navigation: NavigationModel
        let composer: ComposerModel
    }

    private let models: Models
    private let endpoint: FileListEndpoint
    private let handler: NavigationHandler
    private let composerHandler: ComposerHandler
    private let queue: EventQueue

    func route(_ event: FileListEvent) {
        switch event {
        case .opened:
            guard models.composer.purpose == .newLine else {
                models.composer.showNotice(.fileGoesByItself)
                return composerHandler.changed()
            }
            models.files.begin()
            models.navigation.open(.files)
            endpoint.list(models.files.directory)
        case .typing(let text, let isImposed):
            let isElsewhere = isImposed ? models.files.impose(text) : models.files.type(text)
            if isElsewhere { endpoint.list(models.files.directory) }
        case .completed:
            if let whole = models.files.completion { queue.post(FileListEvent.typing(whole, isImposed: true)) }
        case .listed(let listing):
            models.files.apply(listing)
        case .chosen(let path):
            models.files.remember()
            models.navigation.closePicker()
            handler.changed()
            guard let chatID = models.composer.chatID else { return }
            let typed = TypedLine("/send " + path, chatID: chatID, threadID: models.composer.threadID)
            queue.post(ComposerEvent.givenBack(typed, saying: .fileIsNamed))
        }
        handler.chatsChanged()
    }
}

extension FileListEventRouter {
    init(_ session: SessionParts) {
        self.init(
            models: Models(
                files: session.models.files, navigation: session.models.navigation, composer: session.models.composer),
            endpoint: FileListEndpoint(queue: session.queue), handler: session.handlers.navigation,
            composerHandler: session.handlers.composer,
            queue: session.queue)
    }
}
