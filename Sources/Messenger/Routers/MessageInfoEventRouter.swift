import Conversations

/// Routes the events of message histories.
@MainActor
struct MessageInfoEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: MessageInfoEvent) {
        switch event {
        case .asked(let target, let chatID):
            state.navigation.open(.story)
            var queued: OutboxLine?
            if case .line(let id) = target { queued = state.outbox.lines.first { $0.id == id } }
            state.story.ask(target, chatID: chatID, queued: queued)
            effects.messageInfoArchive.load(target, chatID: chatID)
        case .loaded(let target, let chatID, let message, let line, let key):
            guard state.story.target == target else { return }
            state.story.show(target, message: message, line: line, key: key)
            askForWordings(chatID: chatID)
        case .wordingsCame(let chatID, let eventID, let applied, let story):
            state.readMarker.merge(applied.chats)
            if chatID == state.timeline.chatID { state.timeline.merge(applied.changedMessages[chatID] ?? []) }
            guard state.story.target == .event(eventID) else { return }
            state.story.show(.event(eventID), message: story, line: nil, key: state.story.key)
        case .failed(let eventID, let reason):
            guard state.story.target == .event(eventID) else { return }
            state.story.fail(reason)
        }
    }

    /// Requests the edits, which may be in a part of the chat that wasn't loaded.
    private func askForWordings(chatID: String) {
        guard let message = state.story.message?.message, !message.isRemoved, message.kind.isEditable else { return }
        state.story.beginLoading()
        effects.messageVersions.fetch(of: message.eventID, chatID: chatID)
    }
}
