package import Conversations

/// Events of the messages around a search result.
package enum SearchSurroundingsEvent: RoutedEvent {
    /// - hit: the result; `nil` if the selected row is not a result.
    case chosen(SearchHit?)
    case answered(SearchSurroundings)
}

/// Handles the events of the messages around a search result.
@MainActor
struct SearchSurroundingsEventRouter: EventRouter {
    private let search: SearchModel
    private let endpoint: SearchSurroundingsEndpoint
    private let handler: NavigationHandler

    func route(_ event: SearchSurroundingsEvent) {
        switch event {
        case .chosen(let hit):
            search.choose(hit)
            endpoint.look(around: hit)
        case .answered(let surroundings):
            search.take(surroundings)
        }
        handler.chatsChanged()
    }
}

extension SearchSurroundingsEventRouter {
    init(_ session: SessionParts) {
        self.init(
            search: session.models.search, endpoint: session.searchSurroundings,
            handler: session.handlers.navigation)
    }
}
