import Conversations

/// What the server found for what is looked for.
struct ServerSearch: Hashable, Sendable {
    /// `nil` where it isn't asked.
    private(set) var question: ServerSearchQuestion?
    private(set) var hits: [SearchHit] = []
    /// Goes on behind these; `nil` where these are all.
    private(set) var next: String?
    private(set) var isAsking = false
    /// Whether it is asked once somebody wants that.
    private(set) var isOffered = false
    private(set) var failure: FailureReason?

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

    /// Somebody wants it to be asked.
    ///
    /// - Returns: what; `nil` where it isn't offered.
    mutating func accept() -> ServerSearchQuestion? {
        guard isOffered else { return nil }
        (isOffered, isAsking) = (false, true)
        return question
    }

    /// - Returns: what to go on with; `nil` where there is nothing more, or it is asked for already.
    mutating func askMore() -> (question: ServerSearchQuestion, token: String)? {
        guard !isAsking, let question, let next else { return nil }
        isAsking = true
        return (question, next)
    }

    mutating func take(_ answer: ServerSearchAnswer) {
        guard answer.question == question, isAsking else { return }
        isAsking = false
        switch answer.outcome {
        case .found(let found, let next):
            hits += found
            self.next = next
            failure = nil
        case .failed(let reason):
            failure = reason
        }
    }
}
