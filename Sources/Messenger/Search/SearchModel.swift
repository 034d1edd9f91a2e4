import Conversations
import SearchWords

/// What is looked for among all messages, and what was found so far.
@MainActor
final class SearchModel {
    private(set) var text = ""
    /// The chat from which it was opened.
    private(set) var openChatID: String?
    /// Rises each time that something else is looked for.
    private(set) var number = 0
    /// To what was found somebody went last.
    private(set) var visited: SearchHit?
    /// What the field says when the list opens.
    private(set) var beginning = ""
    /// Whether that one alone is searched.
    private(set) var isInChat = false
    private(set) var hits: [SearchHit] = []
    /// The words that these have, which are others than those that are typed until that is answered.
    private(set) var terms: [SearchTerm] = []
    private(set) var people: [SearchPerson] = []
    /// Before which place more may be found; `nil` where nothing more is.
    private(set) var next: Int64?
    private(set) var isAsking = false
    private(set) var isUnreadable = false
    private(set) var isWhole = true
    /// What the field is made to say, with a number that rises each time.
    private(set) var imposed = (number: 0, text: "")
    /// Whether only the newest were asked for.
    private(set) var isFirstPage = true
    private var questionCount = 0
    /// What was looked for and found, the last first.
    private(set) var recent: [String] = []
    private(set) var knowsRecent = false
    private(set) var server = ServerSearch()
    /// Whose row is chosen, and what stands around it as far as that is known.
    private(set) var chosen: SearchHit?
    private(set) var surroundings: SearchSurroundings?
    private var recalled = -1
    private static let mostRecent = 5

    var chatID: String? { isInChat ? openChatID : nil }

    func begin(in chatID: String?) {
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

    func type(_ text: String) -> Bool {
        guard text != self.text else { return false }
        self.text = text
        return true
    }

    func turn() { isInChat = openChatID != nil && !isInChat }

    /// Another question; what was found before is shown until it is answered.
    func ask() -> Int {
        questionCount += 1
        isAsking = true
        return questionCount
    }

    /// Nothing is asked that needs an answer.
    func forget() {
        questionCount += 1
        isAsking = false
        hits = []
        people = []
        next = nil
        server = ServerSearch()
    }

    /// - Returns: whether the server is to be asked something else than before.
    func take(_ answer: SearchAnswer, _ use: ServerSearchUse) -> Bool {
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

    /// - Returns: what the server is to be asked next; `nil` where that is nothing, or somebody has to want it.
    func take(_ answer: ServerSearchAnswer) -> ServerSearch.Request? { server.take(answer) }

    /// - Returns: what the server is to be asked now that somebody wants it; `nil` where there is nothing to ask.
    func acceptServer() -> ServerSearch.Request? { server.accept() }

    /// - Returns: what the server is to be asked for more; `nil` where it has no more, or is being asked.
    func askServerForMore() -> ServerSearch.Request? { server.askMore() }

    /// Nobody looks any more at what the server tells page by page.
    func stopServer() { server.stop() }

    func choose(_ hit: SearchHit?) {
        chosen = hit
        if surroundings?.hit != hit { surroundings = nil }
    }

    func take(_ surroundings: SearchSurroundings) {
        if surroundings.hit == chosen { self.surroundings = surroundings }
    }

    func remember() {
        guard !text.isEmpty else { return }
        recent = Array(([text] + recent.filter { $0 != text }).prefix(Self.mostRecent))
    }

    /// What was looked for in earlier runs.
    func take(recent earlier: [String]) {
        knowsRecent = true
        recent = Array((recent + earlier.filter { !recent.contains($0) }).prefix(Self.mostRecent))
    }

    func visit(_ hit: SearchHit) { visited = hit }

    /// The list opens once more as it was.
    func reopen() { beginning = text }

    /// - Returns: whether there is one before.
    func recall() -> Bool {
        guard recent.indices.contains(recalled + 1) else { return false }
        recalled += 1
        impose(recent[recalled])
        return true
    }

    func impose(_ text: String) {
        imposed = (imposed.number + 1, text)
        self.text = text
    }
}
