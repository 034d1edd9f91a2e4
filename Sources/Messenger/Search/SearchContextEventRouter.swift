package import Conversations

/// Events of the messages around a search result.
package enum SearchContextEvent: RoutedEvent {
    /// - hit: the result; `nil` if the selected row is not a result.
    case chosen(SearchHit?)
    case answered(SearchContext)
}

/// Handles the events of the messages around a search result.
@MainActor
struct SearchContextEventRouter: EventRouter {
    private let search: SearchModel
    private let endpoint: SearchContextEndpoint
    private let handler: NavigationHandler

    func route(_ event: SearchContextEvent) {
        switch event {
        case .chosen(let hit):
            search.choose(hit)
            endpoint.loadContext(around: hit)
        case .answered(let surroundings):
            search.apply(surroundings)
        }
        handler.chatsChanged()
    }
}

extension SearchContextEventRouter {
    init(_ session: SessionParts) {
        self.init(
            search: session.models.search, endpoint: session.searchSurroundings,
            handler: session.handlers.navigation)
    }
}
