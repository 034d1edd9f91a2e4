import Conversations

extension Message.Kind {
    /// Whether a chat that is exported has it: what is said, and what nobody can read here, but not what is done.
    var isExported: Bool { countsAsUnread || [.unreadable, .malformed, .unknown].contains(self) }
}
