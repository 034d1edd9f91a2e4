/// The way in for what is done with the chat list itself.
@MainActor
final class ChatListEventRouter {
    private let models: Models
    private let handler: ChatListEventHandler

    init(models: Models, handler: ChatListEventHandler) {
        self.models = models
        self.handler = handler
    }

    func route(_ event: ChatListEvent) {
        switch event {
        case .filtering(let text): models.chatList.setFilter(text)
        case .turningArchive: models.chatList.turnArchive()
        case .turningLeftChats: models.chatList.turnLeft()
        case .turningIgnoredPeople: models.ignoredPeople.turn()
        }
        handler.changed()
    }
}
