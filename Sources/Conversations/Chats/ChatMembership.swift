/// The account's membership in a chat.
package enum ChatMembership: String, Hashable, Sendable {
    case joined, invited, left
    /// The account asked to join, and the request is not answered yet.
    case knocked
}
