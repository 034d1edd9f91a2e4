/// What a person changes about a chat beside its name and topic.
package enum ChatDetailsChange: Hashable, Sendable {
    case member(MemberChange)
    /// It is encrypted, for good.
    case encryption
    case joinRule(JoinRule)
    case historyVisibility(HistoryReaders)
    /// The own server lists it for everybody, or not.
    case listing(Bool)
    /// An alias leads to it, or not any more.
    case address(String, isThere: Bool)
}
