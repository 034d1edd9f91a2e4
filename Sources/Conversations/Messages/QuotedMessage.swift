/// The message to which a reply answers, in its current state.
package struct QuotedMessage: Hashable, Sendable {
    package let eventID: String
    package let sender: String
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``: the content of the newest edit, or empty if the message was removed.
    package let body: String
    /// As in ``Message/formattedBody``, from the newest edit.
    package let formattedBody: String?
    /// As in ``Message/eventType``.
    package let eventType: String?
    package let isRemoved: Bool

    package init(
        eventID: String, sender: String, kind: Message.Kind = .text, body: String, formattedBody: String? = nil,
        eventType: String? = nil, isRemoved: Bool
    ) {
        self.eventID = eventID
        self.sender = sender
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.eventType = eventType
        self.isRemoved = isRemoved
    }

    /// Takes the fields that a reply shows from the message.
    package init(_ message: Message) {
        self.init(
            eventID: message.eventID, sender: message.sender, kind: message.kind, body: message.body,
            formattedBody: message.formattedBody, eventType: message.eventType, isRemoved: message.isRemoved)
    }
}
