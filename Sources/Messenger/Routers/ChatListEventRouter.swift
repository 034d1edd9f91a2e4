import Conversations
import Engine
import MatrixAPI

/// Routes actions on the chat list itself.
@MainActor
package struct ChatListEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ChatListEvent) {
        switch event {
        case .filtering(let text): state.chatList.setFilter(text)
        case .turningArchive: state.chatList.turnArchive()
        case .turningLeftChats: state.chatList.turnLeft()
        case .turningIgnoredPeople: state.ignoredPeople.turn()
        case .pinning(let chatID):
            queue.post(ChatTaskEvent.wanted(.set(.tags(state.chatList.tagsOfNextPin), chatID: chatID)))
        case .searchingKnownPeople:
            effects.knownPeople.search()
        case .foundKnownPeople(let people):
            state.chatList.setNeighbours(people)
        case .commanded(let command, let argument): perform(command, argument)
        case .commandEnded(let notice): show(notice)
        }
    }

    private func perform(_ command: SlashCommand, _ argument: String) {
        let row = command.row
        guard let perform = row.performInList else { return }
        if let refusal = row.need.refusal(for: self) { return show(refusal) }
        perform(self, argument)
    }

    /// Joins a chat. If joining the same address just failed with an offer to knock, this knocks.
    func join(_ argument: String) {
        guard let chat = JoinArgument(argument, server: UserID(state.account.userID)?.server ?? "") else {
            return show(.noChatAddress(argument.trimmed))
        }
        let knocks = state.notice.outcome?.notice == .notJoined(chat.address, .takesKnocks)
        queue.post(
            knocks
                ? JoinEvent.knocking(chat.address, reason: chat.reason, from: .listCommand)
                : JoinEvent.asked(chat.address, reason: chat.reason, from: .listCommand))
    }

    private func show(_ notice: ComposerNotice) {
        state.notice.show(NoticeModel.Outcome(notice: notice, chatID: nil))
    }
}

extension ChatListEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) { state.chatList.merge(slice.applied.chats) }
}
