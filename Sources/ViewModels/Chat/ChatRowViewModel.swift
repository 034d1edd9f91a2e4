/// One row of a chat: a message or what stands between messages.
package struct ChatRowViewModel: Equatable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The line with a day, as in `Saturday 21 November`.
        case day(DisplayText)
        /// The line before the first unread message.
        case newLine
        /// Kept apart, as rows are handed on by the hundred.
        indirect case message(MessageViewModel)
        /// What happened in the chat, as in `Bo joined`.
        case notice(DisplayText)
        /// Messages are missing here, or being fetched.
        case gap(DisplayText)
    }

    /// What a message says of whom and when it is from; less where the one above says it already.
    package enum Heading: Hashable, Sendable { case whole, time, nothing }

    package let id: ChatRowID
    /// Another one when the content of the row changed.
    package let revision: Int
    package let content: Content
    /// Not part of the revision: it depends on the row above.
    package var heading: Heading

    package init(id: ChatRowID, revision: Int, content: Content, heading: Heading = .whole) {
        self.id = id
        self.revision = revision
        self.content = content
        self.heading = heading
    }
}
