package import Conversations

/// The answer of the server's user directory for a text.
package struct DirectoryAnswer: Hashable, Sendable {
    /// The text that was searched for.
    package let text: String
    package let people: [ChatPerson]
    /// The reason that the directory didn't answer.
    package let problem: FailureReason?

    package init(text: String, people: [ChatPerson], problem: FailureReason?) {
        self.text = text
        self.people = people
        self.problem = problem
    }
}
