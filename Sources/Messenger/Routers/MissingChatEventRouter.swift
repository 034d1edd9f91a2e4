import Conversations
import Engine

/// Routes events about chats that the server may no longer have.
@MainActor
struct MissingChatEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: MissingChatEvent) {
        switch event {
        case .doubted(let chatID?):
            switch state.chatList.chats[chatID]?.membership {
            case .joined: effects.missingChats.check(for: chatID, isKnock: false, now: environment.now())
            case .knocked: effects.missingChats.check(for: chatID, isKnock: true, now: environment.now())
            // The response to accepting or declining shows whether an invitation still exists.
            case .invited, .left, nil: break
            }
        case .doubted(nil):
            let chats = state.chatList.chats.values.filter { !$0.isImported }
            effects.missingChats.check(
                forJoined: chats.filter { $0.membership == .joined }.map(\.id),
                knocked: chats.filter { $0.membership == .knocked }.map(\.id), now: environment.now())
        case .gone(let chatIDs, let membership):
            for chatID in chatIDs {
                // The account may have been admitted meanwhile.
                guard let chat = state.chatList.chats[chatID], chat.membership == membership else { continue }
                let name = Naming.chat(chat)
                let end = chat.membership == .knocked ? ComposerNotice.knockEnded(chat: name) : .chatIsGone(name)
                state.notice.show(NoticeModel.Outcome(notice: end, chatID: nil))
                queue.post(ChatEvent.left(chatID: chatID))
            }
        }
    }
}
