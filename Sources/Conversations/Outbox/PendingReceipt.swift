/// How far the account has read in a chat, as long as the homeserver doesn't know.
package struct PendingReceipt: Hashable, Sendable {
    package let eventID: String
    package let chatID: String

    package init(eventID: String, chatID: String) {
        self.eventID = eventID
        self.chatID = chatID
    }
}
