/// A decision about a chat that will be a group.
package enum GroupChange: Hashable, Sendable {
    case name(String)
    /// Turns encryption on or off.
    case encryption
}
