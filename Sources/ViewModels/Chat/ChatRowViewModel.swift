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

    package let id: ChatRowID
    /// Another one when the content of the row changed.
    package let revision: Int
    package let content: Content

    package init(id: ChatRowID, revision: Int, content: Content) {
        self.id = id
        self.revision = revision
        self.content = content
    }
}
