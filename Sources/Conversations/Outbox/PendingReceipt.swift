/// A read receipt of the account that the homeserver has not acknowledged yet.
package struct PendingReceipt: Hashable, Sendable {
    package let eventID: String
    package let chatID: String

    package init(eventID: String, chatID: String) {
        self.eventID = eventID
        self.chatID = chatID
    }
}
