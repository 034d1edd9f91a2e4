package import Conversations
import Engine
import SearchWords

/// Events of searching messages that only the server has.
package enum ServerSearchEvent: RoutedEvent {
    /// The user confirmed to query the server.
    case wanted
    case answered(ServerSearchResponse)
}

/// Events of the messages around a search result.
package enum SearchContextEvent: RoutedEvent {
    /// - hit: the result; `nil` if the selected row is not a result.
    case chosen(SearchHit?)
    case answered(SearchContext)
}

/// The result of a query to the search index.
package struct SearchIndexResult: Sendable {
    package let question: SearchIndexQuery
    /// The found messages; `nil` if the disk can't be read.
    package let page: SearchPage?
    /// Whether the index covers all messages on this device.
    let isWhole: Bool
    /// The query for messages that only the server has; `nil` if it isn't needed.
    let elsewhere: ServerSearchQuery?
    /// The people whose names begin with the text after `from:`.
    let people: [SearchPerson]
}

/// A query to the search index.
package struct SearchIndexQuery: Hashable, Sendable {
    /// The number of the query, which rises with each.
    package let number: Int
    package let text: SearchedText
    /// The chat to search; `nil` for all.
    package let chatID: String?
    /// The chats that match the names after `in:`; `nil` if no chat is named.
    package let namedChatIDs: Set<String>?
    /// The position before which to search; `nil` for the newest results.
    package let before: Int64?

    package init(number: Int, text: SearchedText, chatID: String?, namedChatIDs: Set<String>?, before: Int64?) {
        self.number = number
        self.text = text
        self.chatID = chatID
        self.namedChatIDs = namedChatIDs
        self.before = before
    }
}

/// The messages around a search result.
package struct SearchContext: Hashable, Sendable {
    package let hit: SearchHit
    /// The messages in order, including the result.
    package let lines: [SearchHit]
}

/// The server's response to a query.
package struct ServerSearchResponse: Sendable {
    enum Outcome: Sendable {
        /// - next: the position to continue from; `nil` if there are no more results.
        /// - isIncomplete: whether the server says that it has not indexed all messages yet.
        case found([SearchHit], next: ServerSearchCursor?, isIncomplete: Bool = false)
        case failed(FailureReason)
    }

    let question: ServerSearchQuery
    let outcome: Outcome
}

/// The position after the results so far.
package enum ServerSearchCursor: Hashable, Sendable {
    /// The server's token for the next page.
    case page(String)
    case walk(ServerWalk)

    package var walk: ServerWalk? {
        if case .walk(let walk) = self { walk } else { nil }
    }
}

/// A query to the server, for chats with missing messages on this device.
package struct ServerSearchQuery: Hashable, Sendable {
    /// The words as typed.
    let term: String
    package let chatIDs: Set<String>
    /// The senders; `nil` for anybody.
    let senders: Set<String>?
    /// The conditions that a server doesn't support, which are checked locally.
    let query: SearchQuery

    /// Whether the query has no words that the server could search for. Then all messages are read page by page.
    package var isWalk: Bool { term.isEmpty }

    /// - Returns: `nil` if there is nothing to search: no chat has missing messages, or the query has no condition.
    init?(_ text: SearchedText, _ query: SearchQuery, chatsWithGaps: Set<String>) {
        let chatIDs = query.chatIDs?.intersection(chatsWithGaps) ?? chatsWithGaps
        guard !chatIDs.isEmpty, query.senders?.isEmpty != true else { return nil }
        if text.said.isEmpty {
            let saysWhat = query.senders != nil || !query.contents.isEmpty || !text.chats.isEmpty
            guard query.terms.isEmpty, saysWhat || query.times != SearchQuery().times else { return nil }
        }
        self.chatIDs = chatIDs
        senders = query.senders
        // A server may treat the last word as a prefix unless a blank follows.
        let words = text.said.joined(separator: " ")
        term = words.isEmpty || query.terms.last?.isPrefix == true ? words : words + " "
        var rest = SearchQuery()
        (rest.excluded, rest.contents, rest.times) = (query.excluded, query.contents, query.times)
        self.query = rest
    }
}

/// The setting for searching the server, which discloses the search text to it.
package enum ServerSearchUse: String, CaseIterable, Sendable {
    /// Only after a confirmation by the user.
    case ask
    /// Automatically.
    case always
    case never
}
