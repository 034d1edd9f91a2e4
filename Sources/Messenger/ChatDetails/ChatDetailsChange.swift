/// What a person changes about a chat beside its name and topic.
package enum ChatDetailsChange: Hashable, Sendable {
    case member(MemberChange)
    /// It is encrypted, for good.
    case encryption
    case joinRule(JoinRule)
    case historyVisibility(HistoryReaders)
    /// An alias leads to it, or not any more.
    case address(String, isThere: Bool)
}
