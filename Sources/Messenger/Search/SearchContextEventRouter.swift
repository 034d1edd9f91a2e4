package import Conversations

/// Events of the messages around a search result.
package enum SearchContextEvent: RoutedEvent {
    /// - hit: the result; `nil` if the selected row is not a result.
    case chosen(SearchHit?)
    case answered(SearchContext)
}

/// Handles the events of the messages around a search result.
@MainActor
struct SearchContextEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SearchContextEvent) {
        switch event {
        case .chosen(let hit):
            state.search.choose(hit)
            effects.searchContext.loadContext(around: hit)
        case .answered(let surroundings):
            state.search.apply(surroundings)
        }
    }
}
