/// What a membership event changed.
package struct MembershipChange: Hashable, Sendable {
    package enum What: String, Hashable, Sendable {
        case joined, left, invited, declined, removed, banned, unbanned, renamed, unchanged
        /// Asked to be let in, took that back, was not let in.
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
