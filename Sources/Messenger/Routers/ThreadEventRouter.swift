import Conversations
import Engine

/// Routes the events of threads.
@MainActor
struct ThreadEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ThreadEvent) {
        switch event {
        case .opened(let threadID, let chatID):
            guard state.chatList.chat(chatID) != nil else { return }
            guard state.timeline.chatID == chatID else {
                queue.post(ChatEvent.opened(chatID: chatID))
                return queue.post(event)
            }
            show(threadID, chatID: chatID)
        case .left(let chatID, let goal):
            guard state.timeline.chatID == chatID, let threadID = state.timeline.threadID else { return }
            queue.post(ChatEvent.opened(chatID: chatID))
            queue.post(JumpEvent.goingTo(eventID: goal ?? threadID, chatID: chatID))
            // A jump to a message outside of the thread can be undone, back to the thread.
            if goal != nil { queue.post(JumpEvent.arrived) }
        case .read(let message, let threadID, let chatID):
            guard state.threads.report(message.position, threadID: threadID) else { return }
            let read = ThreadRead(threadID: threadID, eventID: message.message.eventID)
            effects.threadArchive.save(read, chatID: chatID)
            effects.threadReceipts.send(read, chatID: chatID)
        case .wasRead(let chatID, let applied):
            if chatID == state.timeline.chatID {
                state.timeline.merge(applied.changedMessages[chatID] ?? [])
            }
            effects.threadArchive.find(chatID: chatID)
        case .arrived(let chatID):
            effects.threadArchive.find(chatID: chatID)
        case .found(let known, let chatID):
            state.threads.set(known, chatID: chatID)
            if state.navigation.picker == .threads, let listedChatID = state.threads.listedChatID {
                effects.threadArchive.list(chatID: listedChatID)
            }
        case .listing(let chatID):
            state.threads.list(chatID: chatID)
            state.navigation.open(.threads)
            effects.threadArchive.list(chatID: chatID)
        case .listed(let threads, let chatID):
            guard state.navigation.picker == .threads, state.threads.listedChatID == chatID else { return }
            state.threads.listed = threads
        }
    }

    /// Opens the thread at once, before the disk answers, so that typed text goes into the thread.
    private func show(_ threadID: String, chatID: String) {
        if let left = state.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
        if let place = state.composer.draftPlace {
            effects.composerArchive.saveDraft(state.composer.draft, at: place)
            state.drafts.set(state.composer.draft, at: place)
        }
        state.notice.remove(chatID: chatID)
        // The thread's replies in the chat no longer count as on screen.
        state.reading.show([], chatID: chatID)
        state.timeline.open(chatID: chatID, threadID: threadID, stored: nil)
        openTimeline.request(.opened)
        let place = Draft.place(chatID: chatID, threadID: threadID)
        state.composer.open(chatID: chatID, threadID: threadID, draft: state.drafts.texts[place] ?? "")
        state.navigation.chatWasOpened()
    }
}

extension ThreadEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        let answered = slice.applied.newMessages.filter { $0.value.contains { $0.message.threadID != nil } }
        for chatID in slice.applied.chatsReadInThreads.union(answered.keys) {
            queue.post(ThreadEvent.arrived(chatID: chatID))
        }
    }
}
