import Conversations

/// The state of the search on the server.
struct ServerSearch: Hashable, Sendable {
    /// A request: the query, and the position after which to continue.
    typealias Request = (question: ServerSearchQuestion, place: ServerSearchPlace?)

    /// The number of pages or results after which the user has to confirm to continue.
    private static let mostPages = 30
    private static let mostHits = 50

    /// The current query; `nil` if the server isn't queried.
    private(set) var question: ServerSearchQuestion?
    private(set) var hits: [SearchHit] = []
    /// The position to continue from; `nil` if there are no more results.
    private(set) var next: ServerSearchPlace?
    private(set) var isAsking = false
    /// Whether the query waits for the user's confirmation.
    private(set) var isOffered = false
    private(set) var failure: FailureReason?
    /// Whether the server said that it has not indexed all messages yet.
    private(set) var isIncomplete = false
    /// The remaining pages and results until the next confirmation.
    private var pagesLeft = 0
    private var hitsLeft = 0

    /// - Returns: whether to send the query now, because it has changed.
    mutating func ask(_ question: ServerSearchQuestion?, _ use: ServerSearchUse) -> Bool {
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
        (pagesLeft, hitsLeft) = (Self.mostPages, Self.mostHits)
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
    mutating func take(_ answer: ServerSearchAnswer) -> Request? {
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
