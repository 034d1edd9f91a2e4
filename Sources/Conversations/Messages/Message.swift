/// One event of a chat's timeline as it is kept and shown: in its own place, with the words of its newest edit.
///
/// A copy is one reference, by which two are compared first: windows of hundreds are handed on and looked through for each frame.
package struct Message: Hashable, Sendable {
    private var fields: Fields

    package var eventID: String { fields.value.eventID }
    package var sender: String { fields.value.sender }
    /// Milliseconds since 1970; 0 where it is not known.
    package var timestamp: Int64 {
        get { fields.value.timestamp }
        set { change { $0.timestamp = NumberLimits.time(newValue) } }
    }
    package var kind: Kind {
        get { fields.value.kind }
        set { change { $0.kind = newValue } }
    }
    /// Text from outside, without the words that older clients put before a reply. What it is stands in ``kind``: a builder
    /// makes a sentence of both.
    package var body: String {
        get { fields.value.body }
        set { change { $0.body = newValue } }
    }
    /// For ``Kind/unknown``: the type of the event, from outside; `nil` where a person would not miss it.
    package var eventType: String? { fields.value.eventType }
    /// `formatted_body` in `org.matrix.custom.html`, without the fallback of a reply; from outside.
    package var formattedBody: String? {
        get { fields.value.formattedBody }
        set { change { $0.formattedBody = newValue } }
    }
    /// For ``Kind/membership``: whom it is about and what happened.
    package var detail: MembershipChange? { fields.value.detail }
    /// Whether it was removed by a redaction.
    package var isRemoved: Bool { fields.value.isRemoved }
    /// What removed it, where that is known.
    package var removal: MessageRemoval? {
        get { fields.value.removal }
        set { change { $0.removal = newValue } }
    }
    /// The event that it answers (`m.in_reply_to`).
    package var replyTo: String? { fields.value.replyTo }
    /// What the event that it answers says; `nil` where this device doesn't have that.
    package var quoted: QuotedMessage? {
        get { fields.value.quoted }
        set { change { $0.quoted = newValue } }
    }
    /// The event with which the thread began in which it was said (client-server API, "Threading"); `nil` where it is in none.
    package var threadID: String? { fields.value.threadID }
    /// The thread that began with it; `nil` where this device knows no answer in it.
    package var thread: ThreadSummary? {
        get { fields.value.thread }
        set { change { $0.thread = newValue } }
    }
    /// Whether the message with which its thread began is on this device: it is read there, and not among what is said in the chat.
    package var standsInThread: Bool {
        get { fields.value.standsInThread }
        set { change { $0.standsInThread = newValue } }
    }
    /// Whom it calls; `nil` where it doesn't say, as clients of before don't.
    package var mentions: MessageMentions? {
        get { fields.value.mentions }
        set { change { $0.mentions = newValue } }
    }
    /// Whether these are the words of an edit.
    package var isEdited: Bool {
        get { fields.value.isEdited }
        set { change { $0.isEdited = newValue } }
    }
    /// How that edit came, where it was encrypted.
    package var editEncryption: MessageEncryption? {
        get { fields.value.editEncryption }
        set { change { $0.editEncryption = newValue } }
    }
    /// In the order in which each was first given.
    package var reactions: [MessageReaction] {
        get { fields.value.reactions }
        set { change { $0.reactions = newValue } }
    }
    /// For ``Kind/poll``: what was sent about it, the first first.
    package var pollReplies: [PollReply] {
        get { fields.value.pollReplies }
        set { change { $0.pollReplies = newValue } }
    }
    /// For ``Kind/relation``: what it does to which event; `nil` in one that was removed or breaks the rules.
    package var relation: MessageRelation? { fields.value.relation }
    /// How it came where it was encrypted; `nil` for what everybody on the way could read.
    package var encryption: MessageEncryption? { fields.value.encryption }
    /// The transaction identifier, where this device sent it.
    package var transactionID: String? { fields.value.transactionID }
    /// The event as JSON, as it came.
    package var source: String { fields.value.source }

    package init(
        eventID: String, sender: String, timestamp: Int64, kind: Kind, body: String, eventType: String? = nil,
        formattedBody: String? = nil, detail: MembershipChange?, isRemoved: Bool, replyTo: String? = nil,
        quoted: QuotedMessage? = nil, threadID: String? = nil, thread: ThreadSummary? = nil,
        mentions: MessageMentions? = nil, isEdited: Bool = false,
        editEncryption: MessageEncryption? = nil, reactions: [MessageReaction] = [],
        pollReplies: [PollReply] = [], relation: MessageRelation? = nil, encryption: MessageEncryption? = nil,
        transactionID: String?, source: String, removal: MessageRemoval? = nil
    ) {
        fields = Fields(
            Values(
                eventID: eventID, sender: sender, timestamp: NumberLimits.time(timestamp), kind: kind, body: body,
                eventType: eventType, formattedBody: formattedBody, detail: detail, isRemoved: isRemoved,
                removal: removal,
                replyTo: replyTo, quoted: quoted, threadID: threadID, thread: thread, mentions: mentions,
                isEdited: isEdited, editEncryption: editEncryption, reactions: reactions, pollReplies: pollReplies,
                relation: relation, encryption: encryption,
                transactionID: transactionID, source: source))
    }

    /// The same event as a redaction leaves it: without what was said and what was about that.
    package func removed(by removal: MessageRemoval?) -> Message {
        Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "",
            detail: detail.map { MembershipChange(userID: $0.userID, displayName: nil, what: $0.what) },
            isRemoved: true, threadID: threadID, encryption: encryption, transactionID: transactionID, source: "{}",
            removal: removal)
    }
}

extension Message {
    /// What it is made of; never another once it is made.
    private final class Fields: Hashable, Sendable {
        let value: Values

        init(_ value: Values) { self.value = value }

        static func == (one: Fields, other: Fields) -> Bool { one === other || one.value == other.value }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    private struct Values: Hashable, Sendable {
        let eventID: String
        let sender: String
        var timestamp: Int64
        var kind: Kind
        var body: String
        let eventType: String?
        var formattedBody: String?
        let detail: MembershipChange?
        let isRemoved: Bool
        var removal: MessageRemoval?
        let replyTo: String?
        var quoted: QuotedMessage?
        let threadID: String?
        var thread: ThreadSummary?
        var standsInThread = false
        var mentions: MessageMentions?
        var isEdited: Bool
        var editEncryption: MessageEncryption?
        var reactions: [MessageReaction]
        var pollReplies: [PollReply]
        let relation: MessageRelation?
        let encryption: MessageEncryption?
        let transactionID: String?
        let source: String
    }

    private mutating func change(_ body: (inout Values) -> Void) {
        var values = fields.value
        body(&values)
        fields = Fields(values)
    }
}
