/// One event of a chat's timeline as it is kept and shown.
package struct Message: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case text, emote, notice
        /// Joined, left, was invited, changed the name: ``Message/body`` is empty, ``Message/detail`` says it.
        case membership
        /// The name or topic of the chat was changed.
        case chatChanged
        /// A message that can't be read here: encrypted.
        case encrypted
        /// An event that Confab doesn't show in words yet, or that breaks the specification's rules.
        case unknown
    }

    package let eventID: String
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let kind: Kind
    /// Text from outside.
    package let body: String
    /// For ``Kind/membership``: whom it is about and what happened.
    package let detail: MembershipChange?
    /// Whether it was removed by a redaction.
    package let isRemoved: Bool
    /// The transaction identifier, where this device sent it.
    package let transactionID: String?
    /// The event as JSON, as it came.
    package let source: String

    package init(
        eventID: String, sender: String, timestamp: Int64, kind: Kind, body: String, detail: MembershipChange?,
        isRemoved: Bool, transactionID: String?, source: String
    ) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = timestamp
        self.kind = kind
        self.body = body
        self.detail = detail
        self.isRemoved = isRemoved
        self.transactionID = transactionID
        self.source = source
    }
}
