/// A change to a chat other than its name or topic.
package enum ChatDetailsChange: Hashable, Sendable {
    case member(MemberChange)
    /// Turns on encryption, which can't be undone.
    case encryption
    case joinRule(JoinRule)
    case historyVisibility(HistoryReaders)
    /// Whether the own server's room directory lists the chat.
    case listing(Bool)
    /// Adds an alias or removes it.
    case address(String, isThere: Bool)
}
