import Conversations

/// By whose session a line was encrypted.
struct LineOrigin: Hashable, Sendable {
    let sessionID: String
    let sender: String
}

extension Message {
    /// Its own, and that of the edit whose words it shows; none for what came in clear or can't be read.
    var origins: [LineOrigin] {
        [encryption, editEncryption].compactMap {
            guard case .opened(let sessionID, _) = $0 else { return nil }
            return LineOrigin(sessionID: sessionID, sender: sender)
        }
    }

    /// Whether it says something that everybody on the way could read. What happened in the chat always goes like that, and so does what
    /// deletes or answers with a sign.
    var isSaidInClear: Bool { encryption == nil && !isRemoved && kind.countsAsUnread }
}

extension Sequence<PlacedMessage> {
    var origins: Set<LineOrigin> { Set(lazy.flatMap(\.message.origins)) }
}
