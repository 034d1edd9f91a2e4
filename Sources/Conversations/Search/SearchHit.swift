/// A message that a search found.
package struct SearchHit: Hashable, Sendable {
    package let chatID: String
    package let placed: PlacedMessage
    /// Where it stands among all that is found; the newer the greater.
    package let place: Int64
    /// What whoever said it is called in the chat; `nil` where nobody told a name.
    package var senderName: String?
    /// Whether somebody else in the chat has a name that looks the same.
    package var isSenderNameShared = false

    /// Whether a server alone has it.
    package var isElsewhere = false

    package var message: Message { placed.message }

    package init(chatID: String, placed: PlacedMessage, place: Int64, senderName: String?) {
        self.chatID = chatID
        self.placed = placed
        self.place = place
        self.senderName = senderName
    }
}
