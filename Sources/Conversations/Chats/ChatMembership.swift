/// How the account stands to a chat.
package enum ChatMembership: String, Hashable, Sendable {
    case joined, invited, left
}
