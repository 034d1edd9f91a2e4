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
struct SearchEventRouter: EventRouter {
    struct Models {
        let search: SearchModel
        let navigation: NavigationModel
        let chatList: ChatListModel
        let settings: SettingsModel
        let visits: JumpHistoryModel
        let timeline: TimelineModel
    }

    private let models: Models
    private let archive: SearchArchive
    private let server: ServerSearchEndpoint
    private let handler: NavigationHandler
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: SearchEvent) {
        switch event {
        case .opened(again: true):
            models.search.reopen()
            models.navigation.open(.search)
        case .opened:
            models.search.begin(in: models.chatList.openChatID)
            models.navigation.open(.search)
            if !models.search.knowsRecent { archive.recall() }
        case .typing(let text, isImposed: true):
            models.search.impose(text)
            ask()
        case .typing(let text, _):
            guard models.search.type(text) else { return }
            ask()
        case .turned:
            models.search.turn()
            ask()
        case .more:
            more()
        case .recalled:
            guard models.search.recall() else { return }
            ask()
        case .answered(let answer):
            let use = models.settings.settings.serverSearch
            guard models.search.apply(answer, use), let question = answer.elsewhere else { break }
            server.search(question)
        case .tookIn:
            // If the user has scrolled to further pages, the list must not jump back to the newest results.
            guard models.navigation.picker == .search, models.search.isFirstPage else { return }
            ask()
        case .chosen(let hit, let text?):
            // Going back returns to the same search, which belongs to this account from now on.
            models.search.begin(in: nil)
            _ = models.search.type(text)
            ask()
            models.search.visit(hit)
            go(to: hit)
        case .chosen(let hit, nil):
            models.search.remember()
            archive.remember(models.search.recent)
            models.search.visit(hit)
            go(to: hit)
        case .remembered(let searches):
            models.search.add(recent: searches)
        }
        handler.chatsChanged()
    }

    private func ask(before place: Int64? = nil) {
        let text = SearchedText(models.search.text, today: environment.today)
        guard !text.isEmpty || text.open != nil else {
            server.stop()
            return models.search.forget()
        }
        // A chat named in the search text overrides the current chat.
        let chatID = text.chats.isEmpty ? models.search.chatID : nil
        archive.search(
            SearchIndexQuery(
                number: models.search.ask(), text: text, chatID: chatID,
                namedChatIDs: text.namedChatIDs(among: models.chatList.all), before: place))
    }

    /// Loads more results, first from this device, then from the server.
    private func more() {
        guard !models.search.isAsking else { return }
        if let next = models.search.next { return ask(before: next) }
        if let request = models.search.askServerForMore() { server.send(request) }
    }

    /// Opens a result. The position before the first result is recorded once, so that going back skips the other
    /// results.
    private func go(to hit: SearchHit) {
        let number = models.search.number
        if models.visits.last(in: models.timeline.opening)?.search != number {
            queue.post(JumpEvent.departed(search: number))
        }
        let threadID = hit.message.standsInThread ? hit.message.threadID : nil
        if hit.chatID == models.timeline.chatID, threadID == models.timeline.threadID {
            // The chat is open already, so it doesn't have to be opened again.
            models.navigation.chatWasOpened()
            handler.changed()
        } else {
            queue.post(ChatEvent.opened(chatID: hit.chatID))
            if let threadID { queue.post(ThreadEvent.opened(threadID: threadID, chatID: hit.chatID)) }
        }
        queue.post(JumpEvent.goingTo(eventID: hit.message.eventID, chatID: hit.chatID))
        queue.post(JumpEvent.arrived)
    }
}

extension SearchEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                search: models.search, navigation: models.navigation, chatList: models.chatList,
                settings: models.settings, visits: models.visits, timeline: models.timeline),
            archive: session.searchArchive, server: session.serverSearch, handler: session.handlers.navigation,
            queue: session.queue,
            environment: session.environment)
    }
}
