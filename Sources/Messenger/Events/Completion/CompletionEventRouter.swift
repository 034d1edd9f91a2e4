/// The way in for what can stand in place of what is being typed.
@MainActor
final class CompletionEventRouter {
    private let models: Models
    private let search: CompletionEndpoint
    private let handler: CompletionEventHandler

    init(models: Models, search: CompletionEndpoint, handler: CompletionEventHandler) {
        self.models = models
        self.search = search
        self.handler = handler
    }

    func route(_ event: CompletionEvent) {
        switch event {
        case .asked(let query):
            models.completion.ask(query)
            search.find(query, among: models.timeline, ownUserID: models.account.userID)
        case .found(let query, let candidates):
            guard models.completion.answer(query, with: candidates) else { return }
            handler.found()
        }
    }
}
