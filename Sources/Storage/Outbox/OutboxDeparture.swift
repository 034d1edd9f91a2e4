package import Conversations

/// The result of preparing a line for sending.
package enum OutboxDeparture: Hashable, Sendable {
    /// It can be sent. This is the line before it is sent.
    case leaves(OutboxLine)
    /// It was withdrawn, or is sent already.
    case isGone
    /// No sync has reported its chat since the account joined, so it is unknown whether the chat is encrypted.
    case chatIsUnknown
    /// The account is no longer in its chat.
    case chatIsLeft
    /// Its chat is encrypted, and the line is not.
    case wouldGoInClear
    /// Its file is not on the server, or not in the form that its chat requires now.
    case needsUpload
    /// The server may have received it but no longer recognize it, because a request with it was sent by another
    /// device or long ago.
    case mayBeThere
}

extension OutboxLine.Purpose {
    /// Whether sending it in clear would reveal content.
    var saysSomething: Bool {
        switch self {
        case .message, .edit, .pollAnswer, .pollEnd: true
        // All clients send reactions in clear, because servers need the relation, which includes the reaction key
        // (client-server API, "Event replacements", "Editing encrypted events").
        case .reaction: false
        case .redaction(_, let reason): reason?.isEmpty == false
        }
    }
}
