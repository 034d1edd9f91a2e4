import Conversations
import Engine

/// Routes requests to the homeserver about single chats and people.
@MainActor
struct ChatTaskEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ChatTaskEvent) {
        switch event {
        case .wanted(let task):
            if let change = ReversibleChange(task, chat: task.chatID.flatMap(state.chatList.chat)) {
                queue.post(UndoEvent.did(change))
            }
            begin(task)
        case .asked(let task):
            begin(task)
        case .done(let task):
            state.chatTask.end(task)
            saveResult(task)
        case .failed(let task, let reason):
            state.chatTask.fail(task, reason)
            // A refused request can't be undone.
            state.undo.forget(task)
            if case .set(let setting, let chatID) = task {
                state.chatList.revert(setting, chatID: chatID)
            }
        case .ignored(let userIDs):
            effects.chatArchive.saveIgnored(userIDs)
            ignore(userIDs)
        case .savedIgnored:
            effects.missedHistory.run()
        case .tryingAgain:
            if let task = state.chatTask.removeFailure()?.task { queue.post(ChatTaskEvent.asked(task)) }
        case .dismissedFailure:
            _ = state.chatTask.removeFailure()
        }
    }

    private func begin(_ task: ChatTask) {
        state.chatTask.begin(task)
        show(task)
        effects.chatTasks.perform(task)
    }

    /// Shows the result of a request at once if the server is unlikely to refuse it.
    private func show(_ task: ChatTask) {
        switch task {
        case .set(let setting, let chatID): state.chatList.begin(setting, chatID: chatID)
        case .markRead(let chatID, _):
            state.chatList.markRead(chatID)
            state.notice.remove(chatID: chatID)
            effects.chatArchive.markRead(chatID: chatID)
            let window = state.timeline.window
            if chatID == state.timeline.chatID, let end = window.end ?? window.messages.last?.position {
                state.reading.accept(through: end, chatID: chatID)
            }
        case .follow, .forget, .ignore, .place, .makeSpace: break
        }
    }

    /// Saves the result of a request that the server accepted, before the sync reports it.
    private func saveResult(_ task: ChatTask) {
        switch task {
        case .set(let setting, let chatID):
            state.chatList.end(setting, chatID: chatID)
            effects.chatArchive.save(setting, chatID: chatID)
        case .follow(let replacement, let old):
            queue.post(ChatEvent.accepted(chatID: replacement.chatID, from: old))
        case .forget(let chatID):
            state.chatList.forget(chatID)
            effects.chatArchive.remove(chatID: chatID)
            state.close(chatID)
        case .markRead, .ignore, .place, .makeSpace: break
        }
    }

    private func ignore(_ userIDs: Set<String>) {
        let isFewer = !state.ignoredPeople.userIDs.isSubset(of: userIDs)
        state.ignoredPeople.replace(userIDs)
        state.chatList.ignore(userIDs)
        // The hidden invitations were dropped from memory, so they are loaded from disk again.
        if isFewer { effects.chatArchive.loadAll() }
    }
}

extension ChatTaskEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        guard let userIDs = slice.applied.ignoredUserIDs, userIDs != state.ignoredPeople.userIDs else { return }
        queue.post(ChatTaskEvent.ignored(userIDs: userIDs))
    }
}
