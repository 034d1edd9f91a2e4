package import Conversations
import Engine
package import SearchWords

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

/// The state of the message search: its text, query and results.
package struct SearchModel {
    package private(set) var text = ""
    /// The chat from which the search was opened.
    package private(set) var openChatID: String?
    /// Counts the searches that were opened.
    package private(set) var number = 0
    /// The result that was opened last.
    package private(set) var visited: SearchHit?
    /// The text of the field when the list opens.
    package private(set) var beginning = ""
    /// Whether only that chat is searched.
    package private(set) var isInChat = false
    package private(set) var hits: [SearchHit] = []
    /// The search terms of the results. They differ from the typed ones until the query is answered.
    package private(set) var terms: [SearchTerm] = []
    package private(set) var people: [SearchPerson] = []
    /// The position before which more results may be found; `nil` if there are none.
    package private(set) var next: Int64?
    package private(set) var isAsking = false
    package private(set) var isUnreadable = false
    package private(set) var isWhole = true
    /// The text that the program sets in the field, with a number that rises each time.
    package private(set) var imposed = (number: 0, text: "")
    /// Whether only the newest results were requested.
    private(set) var isFirstPage = true
    private var questionCount = 0
    /// The recent successful searches, the latest first.
    package private(set) var recent: [String] = []
    private(set) var knowsRecent = false
    package private(set) var server = ServerSearch()
    /// The selected result, and the messages around it if they are loaded.
    private(set) var chosen: SearchHit?
    package private(set) var surroundings: SearchContext?
    private var recalled = -1
    private static let maxRecent = 5

    var chatID: String? { isInChat ? openChatID : nil }

    mutating func begin(in chatID: String?) {
        openChatID = chatID
        isInChat = chatID != nil
        text = ""
        beginning = ""
        number += 1
        visited = nil
        (chosen, surroundings) = (nil, nil)
        recalled = -1
        forget()
    }

    mutating func type(_ text: String) -> Bool {
        guard text != self.text else { return false }
        self.text = text
        return true
    }

    mutating func turn() { isInChat = openChatID != nil && !isInChat }

    /// Starts a query. The previous results stay visible until it is answered.
    mutating func ask() -> Int {
        questionCount += 1
        isAsking = true
        return questionCount
    }

    /// Clears the results, since the search text is empty.
    mutating func forget() {
        questionCount += 1
        isAsking = false
        hits = []
        people = []
        next = nil
        server = ServerSearch()
    }

    /// - Returns: whether the server has to be queried, because its query has changed.
    mutating func apply(_ answer: SearchIndexResult, _ use: ServerSearchUse) -> Bool {
        guard answer.question.number == questionCount else { return false }
        isAsking = false
        isUnreadable = answer.page == nil
        isWhole = answer.isWhole
        people = answer.people
        isFirstPage = answer.question.before == nil
        terms = answer.question.text.query.terms
        let found = answer.page?.hits ?? []
        hits = answer.question.before == nil ? found : hits + found
        next = answer.page?.next
        return server.ask(answer.elsewhere, use)
    }

    /// - Returns: the next request to the server; `nil` if there is none, or the user has to confirm it.
    mutating func apply(_ answer: ServerSearchResponse) -> ServerSearch.Request? { server.apply(answer) }

    /// - Returns: the request to the server that the user has confirmed; `nil` if there is none.
    mutating func acceptServer() -> ServerSearch.Request? { server.accept() }

    /// - Returns: the request for more results from the server; `nil` if there are none, or a request is running.
    mutating func askServerForMore() -> ServerSearch.Request? { server.askMore() }

    /// Stops reading further pages from the server, since the user has left the list.
    mutating func stopServer() { server.stop() }

    mutating func choose(_ hit: SearchHit?) {
        chosen = hit
        if surroundings?.hit != hit { surroundings = nil }
    }

    mutating func apply(_ surroundings: SearchContext) {
        if surroundings.hit == chosen { self.surroundings = surroundings }
    }

    mutating func remember() {
        guard !text.isEmpty else { return }
        recent = Array(([text] + recent.filter { $0 != text }).prefix(Self.maxRecent))
    }

    /// Adds the recent searches of earlier runs.
    mutating func add(recent earlier: [String]) {
        knowsRecent = true
        recent = Array((recent + earlier.filter { !recent.contains($0) }).prefix(Self.maxRecent))
    }

    mutating func visit(_ hit: SearchHit) { visited = hit }

    /// Restores the search text for opening the list again.
    mutating func reopen() { beginning = text }

    /// - Returns: whether there is an earlier search.
    mutating func recall() -> Bool {
        guard recent.indices.contains(recalled + 1) else { return false }
        recalled += 1
        impose(recent[recalled])
        return true
    }

    mutating func impose(_ text: String) {
        imposed = (imposed.number + 1, text)
        self.text = text
    }
}
