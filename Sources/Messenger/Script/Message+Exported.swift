import Conversations

extension Message.Kind {
    /// Whether an export has messages of this kind: content and unreadable messages, but not membership or settings
    /// changes.
    var isExported: Bool { countsAsUnread || [.unreadable, .malformed, .unknown].contains(self) }
}
