/// The text fields of the chat details.
package enum ChatDetailsField: Hashable, Sendable {
    case name, topic
}
