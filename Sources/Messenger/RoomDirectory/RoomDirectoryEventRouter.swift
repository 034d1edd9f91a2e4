package import MatrixAPI
import ViewModels

/// Events of searching a server's public room directory.
package enum RoomDirectoryEvent: RoutedEvent {
    case opened
    case searching(String)
    /// The last rows are in view, so the next page is needed.
    case more
    /// Retries a failed request.
    case again
    /// - since: the token of the requested page; `nil` for the first.
    case listed(RoomQuery, since: String?, PublicRoomsPage)
    case failed(RoomQuery, FailureReason)
}

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
            models.directory.add(page, of: query, since: since)
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
            directory: RoomDirectoryEndpoint(session.endpointParts), handler: session.handlers.navigation)
    }
}
