/// What a reply answers, as it stands now.
package struct QuotedMessage: Hashable, Sendable {
    package let eventID: String
    package let sender: String
    package let kind: Message.Kind
    /// Text from outside, as in ``Message/body``: the words of the newest edit, empty where it was removed.
    package let body: String
    /// As in ``Message/formattedBody``, of the newest edit.
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

    /// What answers to the message show of it.
    package init(_ message: Message) {
        self.init(
            eventID: message.eventID, sender: message.sender, kind: message.kind, body: message.body,
            formattedBody: message.formattedBody, eventType: message.eventType, isRemoved: message.isRemoved)
    }
}
