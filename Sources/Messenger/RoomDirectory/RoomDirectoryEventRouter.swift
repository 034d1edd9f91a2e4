import ViewModels

/// Handles the events of the room directory.
@MainActor
struct RoomDirectoryEventRouter: EventRouter {
    struct Models {
        let directory: RoomDirectoryModel
        let navigation: NavigationModel
    }

    private let models: Models
    private let directory: RoomDirectoryEndpoint
    private let handler: NavigationHandler

    func route(_ event: RoomDirectoryEvent) {
        switch event {
        case .opened:
            models.directory.begin()
            models.navigation.open(.roomDirectory)
            directory.list(models.directory.query)
        case .searching(let text):
            let query = RoomQuery(text)
            if models.directory.search(query) { directory.search(query) }
        case .more:
            guard let page = models.directory.loadMore() else { return }
            directory.list(models.directory.query, since: page)
        case .again:
            models.directory.load()
            directory.list(models.directory.query)
        case .listed(let query, let since, let page):
            models.directory.take(page, of: query, since: since)
        case .failed(let query, let reason):
            models.directory.fail(reason, of: query)
        }
        handler.chatsChanged()
    }
}

extension RoomDirectoryEventRouter {
    init(_ session: SessionParts) {
        self.init(
            models: Models(directory: session.models.roomDirectory, navigation: session.models.navigation),
            directory: RoomDirectoryEndpoint(
                client: session.client, queue: session.queue, tasks: session.tasks, environment: session.environment),
            handler: session.handlers.navigation)
    }
}
