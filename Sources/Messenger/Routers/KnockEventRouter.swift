import Conversations
import Engine

/// Handles the events of answering people who knock on a chat.
@MainActor
struct KnockEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: KnockEvent) {
        switch event {
        case .admitting(let userID, let chatID):
            if chatID == state.chatDetails.chatID { state.chatDetails.beginWork() }
            // An invitation answers a knock (client-server API, "Knocking on rooms").
            effects.chatDetails.invite(userID, to: chatID)
        }
    }
}

extension KnockEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        for chat in slice.applied.chats where chat.membership == .left {
            if let before = slice.chatsBefore[chat.id], before.membership == .knocked {
                showEndOfKnock(before, in: slice.applied)
            }
        }
    }

    /// Shows a notification, as the chat disappears from the list and the refusal would go unseen.
    private func showEndOfKnock(_ chat: Chat, in applied: AppliedSlice) {
        let own = state.account.userID
        let end = applied.newMessages[chat.id]?.last { $0.message.detail?.userID == own }?.message
        let name = Naming.chat(chat)
        let notice: ComposerNotice
        switch end?.detail?.what {
        // Another device of this account withdrew the request.
        case .withdrew?, .left?: return
        case .refused?, .removed?, .banned?:
            notice = .knockRefused(chat: name, reason: end?.body ?? "")
        case .joined?, .invited?, .declined?, .unbanned?, .renamed?, .unchanged?, .knocked?, nil:
            notice = .knockEnded(chat: name)
        }
        state.notice.show(NoticeModel.Outcome(notice: notice, chatID: nil))
    }
}
