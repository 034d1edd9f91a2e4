package import Conversations
import MatrixClient
package import ViewModels

/// Requests for completions and their results.
package enum CompletionEvent: RoutedEvent {
    case asked(CompletionQuery)
    case found(CompletionQuery, [CompletionCandidate])
    /// Members of a chat were loaded that this device did not know before.
    case peopleCame([ChatMember], chatID: String)
}

/// Routes requests for completions.
@MainActor
struct CompletionEventRouter: EventRouter {
    struct Models {
        let completion: CompletionModel
        let timeline: TimelineModel
        let connection: ConnectionModel
        let account: AccountModel
        let settings: SettingsModel
    }

    private let models: Models
    private let members: MemberEndpoint
    private let search: CompletionEndpoint
    private let spelling: SpellingEndpoint
    private let handler: CompletionHandler

    func route(_ event: CompletionEvent) {
        switch event {
        case .asked(let query):
            models.completion.ask(query)
            find(query)
            if query.wantsPeople, models.connection.state == .online, let chatID = models.timeline.chatID {
                members.load(chatID: chatID)
            }
        case .found(let query, let candidates):
            guard models.completion.answer(query, with: candidates) else { return }
            handler.found()
        case .peopleCame(let members, let chatID):
            guard chatID == models.timeline.chatID else { return }
            models.timeline.merge(members)
            if let query = models.completion.asked, query.wantsPeople { find(query) }
        }
    }

    private func find(_ query: CompletionQuery) {
        if query.kind == .spelling {
            return spelling.suggest(for: query, setting: models.settings.settings.spelling)
        }
        search.find(
            query, members: models.timeline.members, window: models.timeline.window, ownUserID: models.account.userID)
    }
}

extension CompletionEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                completion: models.completion, timeline: models.timeline, connection: models.connection,
                account: models.account, settings: models.settings),
            members: MemberEndpoint(session.endpointParts),
            search: CompletionEndpoint(queue: session.queue), spelling: session.spelling,
            handler: session.handlers.completion)
    }
}
