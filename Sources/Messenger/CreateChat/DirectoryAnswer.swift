package import Conversations

/// What the server's directory said of a text.
package struct DirectoryAnswer: Hashable, Sendable {
    /// What was typed when it was asked.
    package let text: String
    package let people: [ChatPerson]
    /// Why it didn't answer, in a person's words.
    package let problem: FailureReason?

    package init(text: String, people: [ChatPerson], problem: FailureReason?) {
        self.text = text
        self.people = people
        self.problem = problem
    }
}
