import Conversations
import Engine

/// Handles the events of the messages around a search result.
@MainActor
struct SearchContextEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SearchContextEvent) {
        switch event {
        case .chosen(let hit):
            state.search.choose(hit)
            effects.searchContext.loadContext(around: hit)
        case .answered(let surroundings):
            state.search.apply(surroundings)
        }
    }
}

/// Handles the events of the message search.
@MainActor
struct SearchEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SearchEvent) {
        switch event {
        case .opened(again: true):
            state.search.reopen()
            state.navigation.open(.search)
        case .opened:
            state.search.begin(in: state.chatList.openChatID)
            state.navigation.open(.search)
            if !state.search.knowsRecent { effects.searchArchive.recall() }
        case .typing(let text, isImposed: true):
            state.search.impose(text)
            ask()
        case .typing(let text, _):
            guard state.search.type(text) else { return }
            ask()
        case .turned:
            state.search.turn()
            ask()
        case .more:
            more()
        case .recalled:
            guard state.search.recall() else { return }
            ask()
        case .answered(let answer):
            let use = state.settings.settings.serverSearch
            guard state.search.apply(answer, use), let question = answer.elsewhere else { break }
            effects.serverSearch.search(question)
        case .tookIn:
            // If the user has scrolled to further pages, the list must not jump back to the newest results.
            guard state.navigation.picker == .search, state.search.isFirstPage else { return }
            ask()
        case .chosen(let hit, let text?):
            // Going back returns to the same search, which belongs to this account from now on.
            state.search.begin(in: nil)
            _ = state.search.type(text)
            ask()
            state.search.visit(hit)
            go(to: hit)
        case .chosen(let hit, nil):
            state.search.remember()
            effects.searchArchive.remember(state.search.recent)
            state.search.visit(hit)
            go(to: hit)
        case .remembered(let searches):
            state.search.add(recent: searches)
        }
    }

    private func ask(before place: Int64? = nil) {
        let text = SearchedText(state.search.text, today: environment.today)
        guard !text.isEmpty || text.open != nil else {
            effects.serverSearch.stop()
            return state.search.forget()
        }
        // A chat named in the search text overrides the current chat.
        let chatID = text.chats.isEmpty ? state.search.chatID : nil
        effects.searchArchive.search(
            SearchIndexQuery(
                number: state.search.ask(), text: text, chatID: chatID,
                namedChatIDs: text.namedChatIDs(among: state.chatList.all), before: place))
    }

    /// Loads more results, first from this device, then from the server.
    private func more() {
        guard !state.search.isAsking else { return }
        if let next = state.search.next { return ask(before: next) }
        if let request = state.search.askServerForMore() { effects.serverSearch.send(request) }
    }

    /// Opens a result. The position before the first result is recorded once, so that going back skips the other
    /// results.
    private func go(to hit: SearchHit) {
        let number = state.search.number
        if state.visits.last(in: state.timeline.opening)?.search != number {
            queue.post(JumpEvent.departed(search: number))
        }
        let threadID = hit.message.standsInThread ? hit.message.threadID : nil
        if hit.chatID == state.timeline.chatID, threadID == state.timeline.threadID {
            // The chat is open already, so it doesn't have to be opened again.
            state.navigation.chatWasOpened()
        } else {
            queue.post(ChatEvent.opened(chatID: hit.chatID))
            if let threadID { queue.post(ThreadEvent.opened(threadID: threadID, chatID: hit.chatID)) }
        }
        queue.post(JumpEvent.goingTo(eventID: hit.message.eventID, chatID: hit.chatID))
        queue.post(JumpEvent.arrived)
    }
}

/// Handles the events of the search on the server.
@MainActor
struct ServerSearchEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ServerSearchEvent) {
        switch event {
        case .wanted:
            guard let request = state.search.acceptServer() else { return }
            effects.serverSearch.send(request)
        case .answered(let answer):
            guard let next = state.search.apply(answer) else { break }
            // Closing the list ends the search.
            if state.navigation.picker == .search { effects.serverSearch.send(next) } else { state.search.stopServer() }
        }
    }
}
