import MatrixAPI

/// What is told with the end of a poll.
package struct PollClosing: Hashable, Sendable {
    let form: PollForm
    /// What clients show that know no polls.
    let fallback: String
    /// How many chose an answer, by its identifier.
    let results: [String: Int]
}
