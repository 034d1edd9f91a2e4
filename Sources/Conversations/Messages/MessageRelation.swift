/// What an event does to another one of its chat.
package enum MessageRelation: Hashable, Sendable {
    /// New words in place of the old ones (`m.replace`).
    case edit(of: String, EditedContent)
    /// A sign under a message (`m.annotation`).
    case reaction(to: String, key: String)
    /// The content is taken away (`m.room.redaction`); the reason is text from outside.
    case redaction(of: String, reason: String?)
    /// The identifiers of the answers that were chosen in a poll.
    case pollAnswer(to: String, [String])
    case pollEnd(of: String)
}
