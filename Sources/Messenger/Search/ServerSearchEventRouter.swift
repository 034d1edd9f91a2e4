/// Events of searching messages that only the server has.
package enum ServerSearchEvent: RoutedEvent {
    /// The user confirmed to query the server.
    case wanted
    case answered(ServerSearchResponse)
}

/// Handles the events of the search on the server.
@MainActor
struct ServerSearchEventRouter: EventRouter {
    private let search: SearchModel
    private let navigation: NavigationModel
    private let server: ServerSearchEndpoint
    private let handler: NavigationHandler

    func route(_ event: ServerSearchEvent) {
        switch event {
        case .wanted:
            guard let request = search.acceptServer() else { return }
            server.send(request)
        case .answered(let answer):
            guard let next = search.apply(answer) else { break }
            // Closing the list ends the search.
            if navigation.picker == .search { server.send(next) } else { search.stopServer() }
        }
        handler.chatsChanged()
    }
}

extension ServerSearchEventRouter {
    init(_ session: SessionParts) {
        self.init(
            search: session.models.search, navigation: session.models.navigation, server: session.serverSearch,
            handler: session.handlers.navigation)
    }
}
