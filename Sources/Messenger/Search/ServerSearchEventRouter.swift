/// Events of searching messages that only the server has.
package enum ServerSearchEvent: RoutedEvent {
    /// The user confirmed to query the server.
    case wanted
    case answered(ServerSearchResponse)
}

/// Handles the events of the search on the server.
@MainActor
struct ServerSearchEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ServerSearchEvent) {
        switch event {
        case .wanted:
            guard let request = state.search.acceptServer() else { return }
            effects.serverSearch.send(request)
        case .answered(let answer):
            guard let next = state.search.apply(answer) else { break }
            // Closing the list ends the search.
            if state.navigation.picker == .search { effects.serverSearch.send(next) } else { state.search.stopServer() }
        }
    }
}
