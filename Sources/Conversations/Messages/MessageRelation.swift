/// The change that an event makes to another event of its chat.
package enum MessageRelation: Hashable, Sendable {
    /// New content replaces the old one (`m.replace`).
    case edit(of: String, EditedContent)
    /// A reaction to a message (`m.annotation`).
    case reaction(to: String, key: String)
    /// The content is removed (`m.room.redaction`); the reason is untrusted text.
    case redaction(of: String, reason: String?)
    /// The identifiers of the chosen answers of a poll.
    case pollAnswer(to: String, [String])
    case pollEnd(of: String)
}
