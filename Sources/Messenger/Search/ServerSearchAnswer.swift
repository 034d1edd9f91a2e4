import Conversations

/// The server's response to a query.
package struct ServerSearchAnswer: Sendable {
    enum Outcome: Sendable {
        /// - next: the position to continue from; `nil` if there are no more results.
        /// - isIncomplete: whether the server says that it has not indexed all messages yet.
        case found([SearchHit], next: ServerSearchPlace?, isIncomplete: Bool = false)
        case failed(FailureReason)
    }

    let question: ServerSearchQuestion
    let outcome: Outcome
}
