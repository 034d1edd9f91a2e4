/// What a reply answers, as it stands now.
package struct QuotedMessage: Hashable, Sendable {
    package let eventID: String
    package let sender: String
    /// Text from outside: the words of the newest edit, empty where it was removed.
    package let body: String
    package let isRemoved: Bool

    package init(eventID: String, sender: String, body: String, isRemoved: Bool) {
        self.eventID = eventID
        self.sender = sender
        self.body = body
        self.isRemoved = isRemoved
    }
}
