/// The redaction that removed a message's content.
package struct MessageRemoval: Hashable, Sendable {
    /// The redaction event.
    package let eventID: String
    /// The Matrix ID of its sender.
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    /// Untrusted text; `nil` if no reason was given or the redaction was redacted itself.
    package var reason: String?

    package init(eventID: String, sender: String, timestamp: Int64, reason: String?) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = NumberLimits.time(timestamp)
        self.reason = reason
    }
}
