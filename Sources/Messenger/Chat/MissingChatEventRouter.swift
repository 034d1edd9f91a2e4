import Conversations
import ViewModels

/// Chats that the server may no longer have.
enum MissingChatEvent: RoutedEvent {
    /// A request about a chat failed as if the chat did not exist. With `nil`, all chats are compared with the
    /// server's list.
    case doubted(chatID: String?)
    /// The server no longer has these chats.
    case gone(chatIDs: [String])
}

/// Routes events about chats that the server may no longer have.
@MainActor
struct MissingChatEventRouter: EventRouter {
    private let chatList: ChatListModel
    private let notice: NoticeModel
    private let endpoint: MissingChatEndpoint
    private let handler: NoticeHandler
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: MissingChatEvent) {
        switch event {
        case .doubted(let chatID?):
            if chatList.chats[chatID]?.membership == .joined { endpoint.look(for: chatID, now: environment.now()) }
        case .doubted(nil):
            let joined = chatList.chats.values.filter { $0.membership == .joined && !$0.isImported }
            endpoint.look(forAll: joined.map(\.id), now: environment.now())
        case .gone(let chatIDs):
            for chatID in chatIDs {
                guard let chat = chatList.chats[chatID], chat.membership == .joined else { continue }
                notice.tell(NoticeModel.Outcome(notice: .chatIsGone(Naming.chat(chat)), chatID: nil))
                queue.post(ChatEvent.left(chatID: chatID))
            }
            handler.changed()
        }
    }
}

extension MissingChatEventRouter {
    init(_ session: SessionParts) {
        self.init(
            chatList: session.models.chatList, notice: session.models.notice,
            endpoint: MissingChatEndpoint(
                client: session.client, userID: session.account.userID, queue: session.queue, tasks: session.tasks),
            handler: session.handlers.notices, queue: session.queue, environment: session.environment)
    }
}
