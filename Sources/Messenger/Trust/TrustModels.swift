package import Conversations
package import Engine

/// The doubts about the messages of an encrypted chat.
package struct AuthenticityWarnings: Hashable, Sendable {
    /// Doubts about encrypted messages.
    var byOrigin: [LineOrigin: AuthenticityWarning]
    /// The position of the event that enabled encryption, if known. Unencrypted messages before it are
    /// no reason for doubt.
    var encryptedSince: Int64?

    /// Returns the worse doubt if the message and its edit came from different devices.
    ///
    /// - Parameter position: its position in the timeline, if known.
    package func doubt(of message: Message, at position: Int64?) -> AuthenticityWarning? {
        if message.isSaidInClear {
            guard let position, let encryptedSince, position < encryptedSince else { return .inClear }
            return nil
        }
        // Most chats have no doubts, and this is called for each row.
        return byOrigin.isEmpty ? nil : message.origins.compactMap { byOrigin[$0] }.max()
    }
}

/// The doubts about the messages and the people of the open chat.
package struct OpenChatTrust: Equatable {
    package var doubts = AuthenticityWarnings(byOrigin: [:])
    /// The people whose identity changed and wasn't accepted yet.
    package var changed: [ChangedIdentity] = []
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

/// The stored facts about the identities of people in a chat.
package struct TrustFindings: Hashable, Sendable {
    /// The queried message origins.
    var origins: Set<LineOrigin> = []
    /// The origins among them that have a doubt.
    var doubts: [LineOrigin: AuthenticityWarning] = [:]
    /// People in the chat whose identity changed.
    var changed: [ChangedIdentity] = []
    /// The position from which the chat is encrypted, if the timeline has it.
    var encryptedSince: Int64?
    /// The queried people.
    var people: [String: PersonTrust] = [:]
}
