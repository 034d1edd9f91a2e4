import Conversations
import Engine
import MatrixClient
import ViewModels

/// Routes requests for completions.
@MainActor
struct CompletionEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: CompletionEvent) {
        switch event {
        case .asked(let query):
            state.completion.ask(query)
            find(query)
            if query.wantsPeople, state.connection.state == .online, let chatID = state.timeline.chatID {
                effects.members.load(chatID: chatID)
            }
        case .found(let query, let candidates):
            state.completion.answer(query, with: candidates)
        case .peopleCame(let members, let chatID):
            guard chatID == state.timeline.chatID else { return }
            state.timeline.merge(members)
            if let query = state.completion.asked, query.wantsPeople { find(query) }
        }
    }

    private func find(_ query: CompletionQuery) {
        if query.kind == .spelling {
            return effects.spelling.suggest(for: query, setting: state.settings.settings.spelling)
        }
        effects.completion.find(
            query, members: state.timeline.members, window: state.timeline.window, ownUserID: state.account.userID)
    }
}

extension CompletionEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        guard let open = state.timeline.chatID, slice.has(open), let people = slice.applied.changedMembers[open],
            !people.isEmpty
        else { return }
        queue.post(CompletionEvent.peopleCame(people, chatID: open))
    }
}

/// Routes the events of the spell check.
@MainActor
struct SpellingEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SpellingEvent) {
        switch event {
        case .asked(let words):
            effects.spelling.check(words, setting: state.settings.settings.spelling)
        case .answered(let misspelt, let lack, let setting):
            guard setting == state.settings.settings.spelling else { return }
            state.spelling.answer(misspelt, lack)
        case .added(let word):
            state.spelling.add(word)
            effects.spelling.add(word, setting: state.settings.settings.spelling)
        }
    }
}
