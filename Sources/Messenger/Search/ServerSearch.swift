import Conversations

/// What the server found for what is looked for.
struct ServerSearch: Hashable, Sendable {
    /// What it is to be asked, and behind what.
    typealias Request = (question: ServerSearchQuestion, place: ServerSearchPlace?)

    /// After so many pages, or so many messages, a person says whether to go on.
    private static let mostPages = 30
    private static let mostHits = 50

    /// `nil` where it isn't asked.
    private(set) var question: ServerSearchQuestion?
    private(set) var hits: [SearchHit] = []
    /// Goes on behind these; `nil` where these are all.
    private(set) var next: ServerSearchPlace?
    private(set) var isAsking = false
    /// Whether it is asked once somebody wants that.
    private(set) var isOffered = false
    private(set) var failure: FailureReason?
    /// Whether the server said that it has not indexed all messages yet.
    private(set) var isIncomplete = false
    /// Of those that somebody wanted last.
    private var pagesLeft = 0
    private var hitsLeft = 0

    /// - Returns: whether it is to be asked now, something else than before.
    mutating func ask(_ question: ServerSearchQuestion?, _ use: ServerSearchUse) -> Bool {
        let question = use == .never ? nil : question
        guard question != self.question else { return false }
        self = ServerSearch()
        self.question = question
        // Pages of all that was said are many: nobody is asked for them while somebody types.
        isAsking = question.map { !$0.isWalk && use == .always } ?? false
        isOffered = question != nil && !isAsking
        return isAsking
    }

    /// Somebody wants it to be asked, or to go on.
    ///
    /// - Returns: what; `nil` where it isn't offered.
    mutating func accept() -> Request? {
        guard let question, !isAsking, isOffered || next?.walk != nil else { return nil }
        (isOffered, isAsking) = (false, true)
        (pagesLeft, hitsLeft) = (Self.mostPages, Self.mostHits)
        return (question, next)
    }

    /// - Returns: what to go on with where the list ends; `nil` where there is nothing more, or it is asked for already, or somebody
    ///   has to want it.
    mutating func askMore() -> Request? {
        guard !isAsking, let question, case .page = next else { return nil }
        isAsking = true
        return (question, next)
    }

    /// - Returns: what to go on with, as long as somebody looks.
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
            // It can be wanted once more.
            isOffered = answer.question.isWalk && next == nil
            return nil
        }
    }

    /// Nobody looks any more.
    mutating func stop() {
        guard isAsking, question?.isWalk == true else { return }
        isAsking = false
        isOffered = next == nil
    }
}
