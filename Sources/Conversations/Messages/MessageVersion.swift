/// One wording of a message: the first, or that of an edit.
package struct MessageVersion: Hashable, Sendable {
    /// The event that has it.
    package let eventID: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let kind: Message.Kind
    /// Text from outside, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// The event as JSON, as it came.
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
