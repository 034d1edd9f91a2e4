import Conversations

/// What the next line is for.
enum ComposerPurpose: Hashable, Sendable {
    case newLine
    /// An answer to a message of somebody.
    case reply(QuotedMessage)
    /// Another text for a message of one's own. What was written before it comes back afterwards.
    case edit(OutboxLine.Target, body: String, draft: String)
}
