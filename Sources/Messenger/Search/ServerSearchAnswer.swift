package import Conversations

/// What the server answered.
package struct ServerSearchAnswer: Sendable {
    package enum Outcome: Sendable {
        /// - next: goes on behind these; `nil` where these are all.
        case found([SearchHit], next: String?)
        case failed(FailureReason)
    }

    let question: ServerSearchQuestion
    /// Behind which it was to go on; `nil` for the newest.
    let token: String?
    let outcome: Outcome
}
