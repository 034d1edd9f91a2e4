/// How the account stands to a chat.
package enum ChatMembership: String, Hashable, Sendable {
    case joined, invited, left
    /// It asked to be let in, and nobody answered yet.
    case knocked
}
