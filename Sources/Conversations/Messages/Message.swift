/// An event of a chat's timeline as it is stored and shown, with the content of its newest edit.
///
/// Copying a message copies one reference, and a comparison checks it first, because windows of hundreds of messages
/// are passed on and compared for each frame.
package struct Message: Hashable, Sendable {
    private var fields: Fields

    package var eventID: String { fields.value.eventID }
    package var sender: String { fields.value.sender }
    /// Milliseconds since 1970; 0 if the time is not known.
    package var timestamp: Int64 {
        get { fields.value.timestamp }
        set { change { $0.timestamp = NumberLimits.time(newValue) } }
    }
    package var kind: Kind {
        get { fields.value.kind }
        set { change { $0.kind = newValue } }
    }
    /// Untrusted text, without the quotation that older clients put before a reply. A string builder combines it with
    /// ``kind`` into a sentence.
    package var body: String {
        get { fields.value.body }
        set { change { $0.body = newValue } }
    }
    /// The untrusted type of an event of ``Kind/unknown``; `nil` if the user would not miss the event.
    package var eventType: String? { fields.value.eventType }
    /// `formatted_body` in `org.matrix.custom.html`, without the fallback of a reply; untrusted.
    package var formattedBody: String? {
        get { fields.value.formattedBody }
        set { change { $0.formattedBody = newValue } }
    }
    /// The person and the change of an event of ``Kind/membership``.
    package var detail: MembershipChange? { fields.value.detail }
    /// Whether it was removed by a redaction.
    package var isRemoved: Bool { fields.value.isRemoved }
    /// The redaction that removed it, if it is known.
    package var removal: MessageRemoval? {
        get { fields.value.removal }
        set { change { $0.removal = newValue } }
    }
    /// The event to which this one replies (`m.in_reply_to`).
    package var replyTo: String? { fields.value.replyTo }
    /// The content of the event to which this one replies; `nil` if this device doesn't have that event.
    package var quoted: QuotedMessage? {
        get { fields.value.quoted }
        set { change { $0.quoted = newValue } }
    }
    /// The root event of the thread of the message (client-server API, "Threading"); `nil` if it is in no thread.
    package var threadID: String? { fields.value.threadID }
    /// The thread that starts with this message; `nil` if this device knows no reply in it.
    package var thread: ThreadSummary? {
        get { fields.value.thread }
        set { change { $0.thread = newValue } }
    }
    /// Whether the root message of its thread is on this device. If so, the message is shown in the thread and not in
    /// the chat.
    package var standsInThread: Bool {
        get { fields.value.standsInThread }
        set { change { $0.standsInThread = newValue } }
    }
    /// The people whom it mentions; `nil` if it doesn't say, as in messages of older clients.
    package var mentions: MessageMentions? {
        get { fields.value.mentions }
        set { change { $0.mentions = newValue } }
    }
    /// Whether the content comes from an edit.
    package var isEdited: Bool {
        get { fields.value.isEdited }
        set { change { $0.isEdited = newValue } }
    }
    /// The encryption of the newest edit; `nil` if there is no edit or it was sent unencrypted.
    package var editEncryption: MessageEncryption? {
        get { fields.value.editEncryption }
        set { change { $0.editEncryption = newValue } }
    }
    /// The reactions in the order in which each key was first used.
    package var reactions: [MessageReaction] {
        get { fields.value.reactions }
        set { change { $0.reactions = newValue } }
    }
    /// The replies to a message of ``Kind/poll``, oldest first.
    package var pollReplies: [PollReply] {
        get { fields.value.pollReplies }
        set { change { $0.pollReplies = newValue } }
    }
    /// The change by an event of ``Kind/relation``; `nil` if that event was redacted or is invalid.
    package var relation: MessageRelation? { fields.value.relation }
    /// The encryption of the message; `nil` if it was sent unencrypted.
    package var encryption: MessageEncryption? { fields.value.encryption }
    /// The transaction identifier if this device sent the message.
    package var transactionID: String? { fields.value.transactionID }
    /// The event as JSON, as received.
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

    /// Returns the event as it is after a redaction, without its content, reactions and other changes.
    package func removed(by removal: MessageRemoval?) -> Message {
        Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "",
            detail: detail.map { MembershipChange(userID: $0.userID, displayName: nil, what: $0.what) },
            isRemoved: true, threadID: threadID, encryption: encryption, transactionID: transactionID, source: "{}",
            removal: removal)
    }
}

extension Message {
    /// The immutable storage of a message.
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

extension Message {
    private static let namelessPrefix = "nameless:"

    /// Returns an identifier for an event that came without one. The same event always gets the same identifier.
    ///
    /// - Parameter source: the event as received.
    package static func identifier(ofNameless source: String) -> String {
        // 64-bit FNV-1a. A collision merges two events that can't be read anyway into one row.
        let hash = source.utf8.reduce(into: UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return namelessPrefix + String(hash, radix: 16)
    }

    /// Whether the server knows the message by ``eventID``, so that a read receipt can be sent for it.
    package var hasIdentifier: Bool { !eventID.hasPrefix(Message.namelessPrefix) }
}
