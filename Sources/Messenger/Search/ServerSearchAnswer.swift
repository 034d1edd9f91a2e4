import Conversations

/// What the server answered.
package struct ServerSearchAnswer: Sendable {
    enum Outcome: Sendable {
        /// - next: goes on behind these; `nil` where these are all.
        /// - isIncomplete: whether the server says that it has not indexed all messages yet.
        case found([SearchHit], next: ServerSearchPlace?, isIncomplete: Bool = false)
        case failed(FailureReason)
    }

    let question: ServerSearchQuestion
    let outcome: Outcome
}
