/// What can be typed at a chat's details.
package enum ChatDetailsField: Hashable, Sendable {
    case name, topic
}
