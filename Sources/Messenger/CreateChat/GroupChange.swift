/// What is decided about a chat that is to be a group.
package enum GroupChange: Hashable, Sendable {
    case name(String)
    /// It is to be encrypted, or not any more.
    case encryption
}
