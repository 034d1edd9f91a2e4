/// The effect of a membership event.
package struct MembershipChange: Hashable, Sendable {
    package enum What: String, Hashable, Sendable {
        case joined, left, invited, declined, removed, banned, unbanned, renamed, unchanged
        /// Asked to join, withdrew that request, or was refused.
        case knocked, withdrew, refused
    }

    package let userID: String
    package let displayName: String?
    package let what: What

    package init(userID: String, displayName: String?, what: What) {
        self.userID = userID
        self.displayName = displayName
        self.what = what
    }
}
