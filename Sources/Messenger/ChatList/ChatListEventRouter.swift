import Conversations

/// The way in for what is done with the chat list itself.
@MainActor
struct ChatListEventRouter: EventRouter {
    struct Models {
        let chatList: ChatListModel
        let ignoredPeople: IgnoredPeopleModel
    }

    private let models: Models
    private let neighbours: NeighbourEndpoint
    private let handler: ChatListHandler
    private let queue: EventQueue

    func route(_ event: ChatListEvent) {
        switch event {
        case .filtering(let text): models.chatList.setFilter(text)
        case .turningArchive: models.chatList.turnArchive()
        case .turningLeftChats: models.chatList.turnLeft()
        case .turningIgnoredPeople: models.ignoredPeople.turn()
        case .pinning(let chatID):
            queue.post(ChatTaskEvent.wanted(.set(.tags(models.chatList.tagsOfNextPin), chatID: chatID)))
        case .lookingForNeighbours:
            neighbours.look()
        case .neighboursFound(let people):
            models.chatList.setNeighbours(people)
        }
        handler.changed()
    }
}

extension ChatListEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(chatList: models.chatList, ignoredPeople: models.ignoredPeople),
            neighbours: NeighbourEndpoint(client: session.client, queue: session.queue, tasks: session.tasks),
            handler: session.handlers.chatList, queue: session.queue)
    }
}
