package import Conversations

/// What there is to send of a line at the moment when it is about to leave.
package enum OutboxDeparture: Hashable, Sendable {
    /// The line as it was before it left.
    case leaves(OutboxLine)
    /// It was withdrawn, or is sent already.
    case isGone
    /// No sync told yet of its chat since the account is in it: nobody knows whether the chat is encrypted.
    case chatIsUnknown
    /// The account is not in its chat any more.
    case chatIsLeft
    /// Its chat is encrypted by now, and it is not.
    case wouldGoInClear
    /// The server has not the file that it brings, or not as its chat wants it by now.
    case needsUpload
    /// The server may have it and may have forgotten that: a request with it went out from another device, or long ago.
    case mayBeThere
}

extension OutboxLine.Purpose {
    /// Whether its words would be read on the way.
    var saysSomething: Bool {
        switch self {
        case .message, .edit, .pollAnswer, .pollEnd: true
        // Every client sends them like that: what an event relates to is for servers to read (client-server API, "Event
        // replacements", "Editing encrypted events"), the sign of a reaction among it.
        case .reaction: false
        case .redaction(_, let reason): reason?.isEmpty == false
        }
    }
}
