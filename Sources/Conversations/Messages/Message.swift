/// One event of a chat's timeline as it is kept and shown: in its own place, with the words of its newest edit.
package struct Message: Hashable, Sendable {
    package let eventID: String
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package var kind: Kind
    /// Text from outside, without the words that older clients put before a reply. What it is stands in ``kind``: a builder
    /// makes a sentence of both.
    package var body: String
    /// For ``Kind/unknown``: the type of the event, from outside; `nil` where a person would not miss it.
    package let eventType: String?
    /// `formatted_body` in `org.matrix.custom.html`, without the fallback of a reply; from outside.
    package var formattedBody: String?
    /// For ``Kind/membership``: whom it is about and what happened.
    package let detail: MembershipChange?
    /// Whether it was removed by a redaction.
    package let isRemoved: Bool
    /// What removed it, where that is known.
    package var removal: MessageRemoval?
    /// The event that it answers (`m.in_reply_to`).
    package let replyTo: String?
    /// What the event that it answers says; `nil` where this device doesn't have that.
    package var quoted: QuotedMessage?
    /// Whom it calls; `nil` where it doesn't say, as clients of before don't.
    package var mentions: MessageMentions?
    /// Whether these are the words of an edit.
    package var isEdited: Bool
    /// In the order in which each was first given.
    package var reactions: [MessageReaction]
    /// For ``Kind/relation``: what it does to which event; `nil` in one that was removed or breaks the rules.
    package let relation: MessageRelation?
    /// The transaction identifier, where this device sent it.
    package let transactionID: String?
    /// The event as JSON, as it came.
    package let source: String

    package init(
        eventID: String, sender: String, timestamp: Int64, kind: Kind, body: String, eventType: String? = nil,
        formattedBody: String? = nil, detail: MembershipChange?, isRemoved: Bool, replyTo: String? = nil,
        quoted: QuotedMessage? = nil,
        mentions: MessageMentions? = nil, isEdited: Bool = false, reactions: [MessageReaction] = [],
        relation: MessageRelation? = nil,
        transactionID: String?, source: String, removal: MessageRemoval? = nil
    ) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = timestamp
        self.kind = kind
        self.body = body
        self.eventType = eventType
        self.formattedBody = formattedBody
        self.detail = detail
        self.isRemoved = isRemoved
        self.removal = removal
        self.replyTo = replyTo
        self.quoted = quoted
        self.mentions = mentions
        self.isEdited = isEdited
        self.reactions = reactions
        self.relation = relation
        self.transactionID = transactionID
        self.source = source
    }

    /// The same event as a redaction leaves it: without what was said and what was about that.
    package func removed(by removal: MessageRemoval?) -> Message {
        Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "",
            detail: detail.map { MembershipChange(userID: $0.userID, displayName: nil, what: $0.what) },
            isRemoved: true, transactionID: transactionID, source: "{}", removal: removal)
    }
}
