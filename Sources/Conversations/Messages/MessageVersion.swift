/// A version of a message's content: the original, or that of an edit.
package struct MessageVersion: Hashable, Sendable {
    /// The event that contains this version.
    package let eventID: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// The event as JSON, as received.
    package let source: String

    package init(
        eventID: String, timestamp: Int64, kind: Message.Kind = .text, body: String, formattedBody: String?,
        source: String
    ) {
        self.eventID = eventID
        self.timestamp = timestamp
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.source = source
    }
}
