package import Conversations
package import Engine

/// The state of the search on the server.
package struct ServerSearch: Hashable, Sendable {
    /// A request: the query, and the position after which to continue.
    typealias Request = (question: ServerSearchQuery, place: ServerSearchCursor?)

    /// The number of pages or results after which the user has to confirm to continue.
    private static let maxPages = 30
    private static let maxHits = 50

    /// The current query; `nil` if the server isn't queried.
    package private(set) var question: ServerSearchQuery?
    package private(set) var hits: [SearchHit] = []
    /// The position to continue from; `nil` if there are no more results.
    package private(set) var next: ServerSearchCursor?
    package private(set) var isAsking = false
    /// Whether the query waits for the user's confirmation.
    package private(set) var isOffered = false
    package private(set) var failure: FailureReason?
    /// Whether the server said that it has not indexed all messages yet.
    package private(set) var isIncomplete = false
    /// The remaining pages and results until the next confirmation.
    private var pagesLeft = 0
    private var hitsLeft = 0

    /// - Returns: whether to send the query now, because it has changed.
    mutating func ask(_ question: ServerSearchQuery?, _ use: ServerSearchUse) -> Bool {
        let question = use == .never ? nil : question
        guard question != self.question else { return false }
        self = ServerSearch()
        self.question = question
        // A walk reads many pages, so it is never started while the user is typing.
        isAsking = question.map { !$0.isWalk && use == .always } ?? false
        isOffered = question != nil && !isAsking
        return isAsking
    }

    /// Handles the user's confirmation to start or to continue.
    ///
    /// - Returns: the request; `nil` if none was offered.
    mutating func accept() -> Request? {
        guard let question, !isAsking, isOffered || next?.walk != nil else { return nil }
        (isOffered, isAsking) = (false, true)
        (pagesLeft, hitsLeft) = (Self.maxPages, Self.maxHits)
        return (question, next)
    }

    /// - Returns: the request at the end of the list; `nil` if there is nothing more, a request is running, or the
    ///   user has to confirm.
    mutating func askMore() -> Request? {
        guard !isAsking, let question, case .page = next else { return nil }
        isAsking = true
        return (question, next)
    }

    /// - Returns: the next request, which is sent as long as the list is open.
    mutating func apply(_ answer: ServerSearchResponse) -> Request? {
        guard answer.question == question, isAsking else { return nil }
        isAsking = false
        switch answer.outcome {
        case .found(let found, let next, let isIncomplete):
            hits += found
            self.isIncomplete = isIncomplete
            self.next = next
            failure = nil
            pagesLeft -= 1
            hitsLeft -= found.count
            guard next?.walk != nil, pagesLeft > 0, hitsLeft > 0 else { return nil }
            isAsking = true
            return (answer.question, next)
        case .failed(let reason):
            failure = reason
            // The walk can be offered again.
            isOffered = answer.question.isWalk && next == nil
            return nil
        }
    }

    /// Stops a walk, since the user has left the list.
    mutating func stop() {
        guard isAsking, question?.isWalk == true else { return }
        isAsking = false
        isOffered = next == nil
    }
}

/// The state of a search without words: the server's messages are read page by page, the newest first.
package struct ServerWalk: Hashable, Sendable {
    /// A chat with more pages on the server.
    package struct ChatCursor: Hashable, Sendable {
        let chatID: String
        /// The pagination token for `messages` with `dir=b`.
        var token: String
        /// The time back to which all messages were searched, in milliseconds since 1970.
        package var reached: Int64
    }

    /// The time span that an empty page counts for, in milliseconds, so that other chats get their turn.
    private static let emptyPage: Int64 = 86_400_000

    private(set) var places: [ChatCursor]
    /// The number of chats at the beginning.
    package let total: Int
    /// The time before which no messages match.
    package let end: Int64

    init(_ places: [ChatCursor], end: Int64) {
        self.places = places
        total = places.count
        self.end = end
    }

    /// The chat with the newest page that was not searched yet.
    package var next: ChatCursor? { places.max { ($0.reached, $1.chatID) < ($1.reached, $0.chatID) } }

    /// The number of chats that were searched completely, or as far back as needed.
    package var doneCount: Int { total - places.count }

    /// - Parameters:
    ///   - times: the times of the page's messages, the newest first.
    ///   - token: the token of the next page; `nil` if there is none.
    mutating func addPage(_ times: [Int64], then token: String?, of place: ChatCursor) {
        guard let index = places.firstIndex(of: place) else { return }
        let isPast = !times.isEmpty && times.allSatisfy { $0 < end }
        guard let token, token != place.token, !isPast else { return drop(place) }
        places[index].token = token
        places[index].reached = min(place.reached, times.last ?? place.reached - Self.emptyPage)
    }

    /// Removes a chat that has no more pages, or that the server refuses.
    mutating func drop(_ place: ChatCursor) { places.removeAll { $0 == place } }
}
