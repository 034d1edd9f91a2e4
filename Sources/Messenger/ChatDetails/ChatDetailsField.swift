/// What can be typed at a chat's details.
package enum ChatDetailsField: Hashable, Sendable {
    case name, topic
    /// The Matrix ID of somebody to invite.
    case invitation
}
