import Conversations

/// The purpose of the next line.
enum ComposerPurpose: Hashable, Sendable {
    case newLine
    /// A reply to a message.
    case reply(QuotedMessage)
    /// An edit of an own message. The draft from before returns afterwards.
    case edit(OutboxLine.Target, body: String, draft: String)
}
