/// Handles the events of the room directory.
@MainActor
struct RoomDirectoryEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: RoomDirectoryEvent) {
        switch event {
        case .opened:
            state.roomDirectory.begin()
            state.navigation.open(.roomDirectory)
            effects.roomDirectory.list(state.roomDirectory.query)
        case .searching(let text):
            let query = RoomQuery(text)
            if state.roomDirectory.search(query) { effects.roomDirectory.search(query) }
        case .more:
            guard let page = state.roomDirectory.loadMore() else { return }
            effects.roomDirectory.list(state.roomDirectory.query, since: page)
        case .again:
            state.roomDirectory.load()
            effects.roomDirectory.list(state.roomDirectory.query)
        case .listed(let query, let since, let page):
            state.roomDirectory.add(page, of: query, since: since)
        case .failed(let query, let reason):
            state.roomDirectory.fail(reason, of: query)
        }
    }
}
