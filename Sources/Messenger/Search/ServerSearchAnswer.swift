import Conversations

/// What the server answered.
package struct ServerSearchAnswer: Sendable {
    enum Outcome: Sendable {
        /// - next: goes on behind these; `nil` where these are all.
        case found([SearchHit], next: ServerSearchPlace?)
        case failed(FailureReason)
    }

    let question: ServerSearchQuestion
    let outcome: Outcome
}
