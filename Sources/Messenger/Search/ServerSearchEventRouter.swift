/// The way in for what the server found.
@MainActor
struct ServerSearchEventRouter: EventRouter {
    private let search: SearchModel
    private let handler: NavigationHandler

    func route(_ event: ServerSearchEvent) {
        switch event {
        case .answered(let answer): search.take(answer)
        }
        handler.chatsChanged()
    }
}

extension ServerSearchEventRouter {
    init(_ session: SessionParts) {
        self.init(search: session.models.search, handler: session.handlers.navigation)
    }
}
