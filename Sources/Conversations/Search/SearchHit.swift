/// A message that a search found.
package struct SearchHit: Hashable, Sendable {
    package let chatID: String
    package let placed: PlacedMessage
    /// The sort key among all results; newer messages have greater ones.
    package let place: Int64
    /// The sender's name in the chat; `nil` if none is known.
    package var senderName: String?
    /// Whether somebody else in the chat has a name that looks the same.
    package var isSenderNameShared = false

    /// Whether the message is on a server only, not on this device.
    package var isElsewhere = false

    package var message: Message { placed.message }

    package init(chatID: String, placed: PlacedMessage, place: Int64, senderName: String?) {
        self.chatID = chatID
        self.placed = placed
        self.place = place
        self.senderName = senderName
    }
}
