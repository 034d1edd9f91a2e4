import MatrixClient
import ViewModels

/// The way in for what can stand in place of what is being typed.
@MainActor
final class CompletionEventRouter {
    private let models: Models
    private let archive: ArchiveEndpoint
    private let members: MemberEndpoint
    private let search: CompletionEndpoint
    private let handler: CompletionEventHandler

    init(
        models: Models, archive: ArchiveEndpoint, members: MemberEndpoint, search: CompletionEndpoint,
        handler: CompletionEventHandler
    ) {
        self.models = models
        self.archive = archive
        self.members = members
        self.search = search
        self.handler = handler
    }

    func route(_ event: CompletionEvent) {
        switch event {
        case .asked(let query):
            models.completion.ask(query)
            find(query)
            if query.kind == .person, models.connection.state == .online, let chatID = models.timeline.chatID {
                members.load(chatID: chatID)
            }
        case .found(let query, let candidates):
            guard models.completion.answer(query, with: candidates) else { return }
            handler.found()
        case .peopleCame(let chatID):
            guard chatID == models.timeline.chatID else { return }
            models.timeline.setMembers(archive.members(chatID: chatID))
            if let query = models.completion.asked, query.kind == .person { find(query) }
        }
    }

    private func find(_ query: CompletionQuery) {
        search.find(query, among: models.timeline, ownUserID: models.account.userID)
    }
}
