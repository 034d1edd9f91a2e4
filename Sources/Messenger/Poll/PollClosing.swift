import MatrixAPI

/// The data that is sent with the end of a poll.
package struct PollClosing: Hashable, Sendable {
    let form: PollForm
    /// The text for clients without polls.
    let fallback: String
    /// The number of votes, by the answer's identifier.
    let results: [String: Int]
}
