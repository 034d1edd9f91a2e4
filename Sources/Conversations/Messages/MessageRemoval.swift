/// The redaction that took a message's content away.
package struct MessageRemoval: Hashable, Sendable {
    /// The redaction itself.
    package let eventID: String
    /// Who sent it, by Matrix ID.
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    /// Text from outside; `nil` where none was given or it was taken away itself.
    package var reason: String?

    package init(eventID: String, sender: String, timestamp: Int64, reason: String?) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = NumberLimits.time(timestamp)
        self.reason = reason
    }
}
