/// The way in for what the server found.
@MainActor
struct ServerSearchEventRouter: EventRouter {
    private let search: SearchModel
    private let server: ServerSearchEndpoint
    private let handler: NavigationHandler

    func route(_ event: ServerSearchEvent) {
        switch event {
        case .wanted:
            guard let question = search.acceptServer() else { return }
            server.ask(question, behind: nil)
        case .answered(let answer): search.take(answer)
        }
        handler.chatsChanged()
    }
}

extension ServerSearchEventRouter {
    init(_ session: SessionParts) {
        self.init(
            search: session.models.search, server: session.serverSearch, handler: session.handlers.navigation)
    }
}
