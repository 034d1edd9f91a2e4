import Conversations
import MatrixAPI

/// The way in for making a chat.
@MainActor
final class CreateChatEventRouter {
    private let models: Models
    private let chats: ChatEndpoint
    private let handler: CreateChatEventHandler
    private let queue: EventQueue
    private let surroundings: Surroundings

    init(
        models: Models, chats: ChatEndpoint, handler: CreateChatEventHandler, queue: EventQueue,
        surroundings: Surroundings
    ) {
        self.models = models
        self.chats = chats
        self.handler = handler
        self.queue = queue
        self.surroundings = surroundings
    }

    func route(_ event: CreateChatEvent) {
        switch event {
        case .changed(let text):
            models.createChat.change(text)
        case .creatingChat(let text):
            create(text)
        case .created(let chatID, let userID):
            models.createChat.finish()
            if models.chatList.chats[chatID] == nil {
                models.chatList.merge([.justCreated(chatID, with: userID, now: surroundings.now())])
            }
            queue.post(ChatEvent.opened(chatID: chatID))
        case .createChatFailed(let reason):
            models.createChat.fail(reason)
        }
        handler.createChatChanged()
    }

    /// A direct chat that is there already is opened instead of made twice.
    private func create(_ text: String) {
        models.createChat.change(text)
        switch ChatPartner(text: text, ownUserID: models.account.userID) {
        case .valid(let userID):
            let existing = models.chatList.order.compactMap { models.chatList.chats[$0] }
                .first { $0.directUserID == userID.description && $0.membership == .joined }
            if let existing {
                queue.post(ChatEvent.opened(chatID: existing.id))
            } else {
                models.createChat.beginCreating()
                chats.create(with: userID)
            }
        case .incomplete(let reason), .wrong(let reason):
            models.createChat.fail(reason)
        }
    }
}
