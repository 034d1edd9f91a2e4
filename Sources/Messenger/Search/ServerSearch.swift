import Conversations

/// What the server found for what is looked for.
struct ServerSearch: Hashable, Sendable {
    /// `nil` where it isn't asked.
    private(set) var question: ServerSearchQuestion?
    private(set) var hits: [SearchHit] = []
    /// Goes on behind these; `nil` where these are all.
    private(set) var next: String?
    private(set) var isAsking = false
    private(set) var failure: FailureReason?

    /// - Returns: whether that is something else than before.
    mutating func ask(_ question: ServerSearchQuestion?) -> Bool {
        guard question != self.question else { return false }
        self = ServerSearch()
        self.question = question
        isAsking = question != nil
        return isAsking
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
