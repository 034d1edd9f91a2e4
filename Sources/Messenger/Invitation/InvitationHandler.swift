import Conversations
import ViewModels

/// Shows the open invitation.
@MainActor
final class InvitationHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard let chat = parts.state.chatList.openChat, chat.membership == .invited else { return }
        parts.events.invitation.raise { [queue = parts.queue, state = parts.state] in
            let list = state.chatList
            return InvitationViewModelBuilder(
                chat: chat, isBusy: list.busyChatIDs.contains(chat.id), error: list.errors[chat.id],
                isInviterKnown: chat.isInviterKnown || Self.isKnown(chat.inviter, but: chat, in: list)
            ).build(
                accept: { queue.post(ChatEvent.accepting(chatID: chat.id)) },
                decline: { queue.post(ChatEvent.leaving(chatID: chat.id)) })
        }
    }

    /// Whether the inviter is known from another chat that the user has joined.
    private static func isKnown(_ inviter: ChatPerson?, but chat: Chat, in list: ChatListModel) -> Bool {
        list.chats.values.contains { other in
            other.membership == .joined && other.id != chat.id
                && (other.directUserID == inviter?.userID
                    || other.heroes.contains { $0.userID == inviter?.userID })
        }
    }
}
