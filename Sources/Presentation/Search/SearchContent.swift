import Conversations
import Engine
import Foundation
import Messenger
import SearchWords
import ViewModels

/// A snapshot of the search list's contents.
struct SearchContent: Equatable, Sendable {
    let text: String
    let parsed: SearchedText
    let isInChat: Bool
    let openChatName: String?
    let hits: [SearchHit]
    /// The search terms of the results.
    let terms: [SearchTerm]
    /// The results from the server.
    let server: ServerSearch
    /// The messages around the selected row.
    let surroundings: SearchContext?
    let people: [SearchPerson]
    let hasMore: Bool
    let isAsking: Bool
    let isWhole: Bool
    let isUnreadable: Bool
    /// The recent searches, the latest first.
    let recent: [String]
    let imposedNumber: Int
    let imposedText: String
    /// The text of the field when the list opens, and the row to select first.
    let beginning: String
    let visited: SearchHit?
    /// The names of the chats with results.
    let chatNames: [String: DisplayText]
    /// The chat names that begin with the text after `in:`.
    let chatsToName: [String]
}

extension SearchContent {
    private static let maxChats = 20

    @MainActor
    init(_ state: SessionState, today: Date) {
        let search = state.search
        let chatList = state.chatList
        let parsed = SearchedText(search.text, today: today)
        var names: [String] = []
        if case (.in, let value, _)? = parsed.open {
            let meant = SearchedChats(value)
            names = chatList.all.filter { !$0.isJoinedSpace && (value.isEmpty || meant.means($0)) }
                .sorted { ($0.lastActivity, $0.id) > ($1.lastActivity, $1.id) }.prefix(Self.maxChats).map(Naming.chat)
        }
        self.init(
            text: search.text, parsed: parsed, isInChat: search.isInChat && parsed.chats.isEmpty,
            openChatName: search.openChatID.flatMap(chatList.chat).map(Naming.chat), hits: search.hits,
            terms: search.terms,
            server: search.server, surroundings: search.surroundings, people: search.people,
            hasMore: search.next != nil, isAsking: search.isAsking,
            isWhole: search.isWhole,
            isUnreadable: search.isUnreadable, recent: search.recent, imposedNumber: search.imposed.number,
            imposedText: search.imposed.text, beginning: search.beginning, visited: search.visited,
            chatNames: Dictionary(
                (search.hits + search.server.hits).map {
                    ($0.chatID, DisplayText(sanitizing: chatList.chat($0.chatID).map(Naming.chat) ?? $0.chatID))
                }
            ) { first, _ in first }, chatsToName: names)
    }
}
