package import Conversations
import Foundation

/// Events of searching the messages on this device.
package enum SearchEvent: RoutedEvent {
    /// - again: whether to restore the search as it was when a result was opened.
    case opened(again: Bool = false)
    /// - isImposed: whether a selected suggestion replaces the typed text.
    case typing(String, isImposed: Bool = false)
    /// Switches between the open chat and all chats.
    case turned
    /// The last rows are in view, so the next page is needed.
    case more
    /// Recalls an earlier search.
    case recalled
    case answered(SearchIndexResult)
    /// - text: the search text of another account's screen, if the row was chosen there.
    case chosen(SearchHit, text: String? = nil)
    /// The recent searches of earlier runs, the latest first.
    case remembered([String])
    /// The index has new messages.
    case tookIn
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
