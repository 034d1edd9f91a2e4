/// A row of a chat: a message or a separator between messages.
package struct ChatRowViewModel: Equatable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The line with a day, as in `Saturday 21 November`.
        case day(DisplayText)
        /// The line before the first unread message.
        case newLine
        /// Indirect, since rows are copied by the hundred.
        indirect case message(MessageViewModel)
        /// An event in the chat, as in `Bo joined`.
        case notice(DisplayText)
        /// A place where messages are missing or being fetched.
        case gap(DisplayText)
    }

    /// The sender and time shown with a message, without the parts that repeat the message above.
    package enum Heading: Hashable, Sendable { case whole, time, nothing }

    package let id: ChatRowID
    /// Changes with the content of the row.
    package let revision: Int
    package let content: Content
    /// Not part of the revision, because it depends on the row above.
    package var heading: Heading

    package init(id: ChatRowID, revision: Int, content: Content, heading: Heading = .whole) {
        self.id = id
        self.revision = revision
        self.content = content
        self.heading = heading
    }
}
