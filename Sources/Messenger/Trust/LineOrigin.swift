import Conversations

/// The session and the sender of an encrypted message.
struct LineOrigin: Hashable, Sendable {
    let sessionID: String
    let sender: String
}

extension Message {
    /// The origins of the message and of the edit it shows; empty if it was unencrypted or can't be decrypted.
    var origins: [LineOrigin] {
        [encryption, editEncryption].compactMap {
            guard case .opened(let sessionID, _) = $0 else { return nil }
            return LineOrigin(sessionID: sessionID, sender: sender)
        }
    }

    /// Whether its content was sent unencrypted. State events, redactions and reactions always are and don't count.
    var isSaidInClear: Bool { encryption == nil && !isRemoved && kind.countsAsUnread }
}

extension Sequence<PlacedMessage> {
    var origins: Set<LineOrigin> { Set(lazy.flatMap(\.message.origins)) }
}
