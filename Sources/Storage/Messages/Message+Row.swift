import Conversations
import GRDB

extension Message {
    /// The columns of `messages` that are written when a message is inserted.
    static let columns = """
        id, kind, event_id, sender, timestamp, body, formatted_body, subject_id, subject_name, subject_change, is_removed, \
        reply_to, transaction_id, source, mentions, removal_id, removed_by, removed_at, removal_reason, event_type, \
        encryption, thread_id
        """
    static let columnCount = 22

    /// The columns to read from ``shownTables``: the message with the content of its newest edit.
    static let shownColumns = """
        messages.event_id, messages.sender, messages.timestamp, coalesce(edits.kind, messages.kind), \
        coalesce(edits.body, messages.body), iif(edits.body IS NULL, messages.formatted_body, edits.formatted_body), \
        messages.subject_id, messages.subject_name, messages.subject_change, messages.is_removed, messages.reply_to, \
        messages.transaction_id, messages.source, messages.edit_id, \
        iif(edits.body IS NULL, messages.mentions, edits.mentions), messages.removal_id, messages.removed_by, \
        messages.removed_at, messages.removal_reason, messages.event_type, messages.encryption, \
        edits.encryption, messages.thread_id
        """

    /// - Parameter chat: the message's chat, as SQL.
    static func joinedEdit(chat: String) -> String {
        """
        LEFT JOIN edits ON edits.chat_id = \(chat) AND edits.event_id = messages.edit_id
        """
    }

    /// The tables, for the chat that is the statement's first argument.
    static let shownTables = "messages \(joinedEdit(chat: "?1"))"

    /// Returns the SQL condition that a row of `messages` is an event of the chat in the statement's first argument.
    ///
    /// - Parameter comparison: the comparison of its identifier, as SQL.
    static func isEvent(_ comparison: String) -> String {
        """
        messages.chat_key = \(MessageRowID.key(of: "?1")) AND messages.event_id \(comparison)
        """
    }

    /// The same condition for the events in the statement's second argument, an ``IdentifierList``.
    static let isOneOfListed = isEvent(
        """
        IN (SELECT value FROM json_each(?2))
        """)

    /// Whether a row of `messages` is shown in the timeline.
    static let isShownCondition = "messages.kind <> 'relation'"

    /// Reads a row that has ``shownColumns`` from `index` on.
    init(row: ResultRow, at index: Int) {
        self.init(
            eventID: row[index], sender: row[index + 1], timestamp: row[index + 2],
            kind: Kind(stored: row[index + 3]), body: row[index + 4], eventType: row[index + 19],
            formattedBody: row[index + 5],
            detail: MembershipChange(row: row, at: index + 6), isRemoved: row[index + 9], replyTo: row[index + 10],
            threadID: row[index + 22],
            mentions: (row[index + 14] as String?).map(MessageMentions.init(stored:)),
            isEdited: !row.hasNull(at: index + 13),
            editEncryption: (row[index + 21] as String?).map(MessageEncryption.init(stored:)),
            encryption: (row[index + 20] as String?).map(MessageEncryption.init(stored:)),
            transactionID: row[index + 11], source: row[index + 12],
            removal: MessageRemoval(row: row, at: index + 15))
    }

    /// Whether it is a message for the chat list and not removed.
    var isSaid: Bool { kind.countsAsUnread && !isRemoved }

    /// ``isSaid`` as an SQL condition on a row of `messages`.
    static let isSaidCondition = isThereCondition + Kind.condition(\.countsAsUnread)

    /// Whether an edit may change it, as an SQL condition on a row of `messages`.
    static let isEditableCondition = isThereCondition + Kind.condition(\.isEditable)

    /// Whether a person wrote it and it is not removed, as an SQL condition on a row of `messages`. The index
    /// `messages_said` has the same condition, and only queries that use it can use the index.
    static let isSaidByPersonCondition = isThereCondition + Kind.condition(\.isSaidByPerson)

    private static let isThereCondition = "messages.is_removed = 0 AND "
}

extension Message.Kind {
    /// - Parameter name: the value of the column `kind`. A name from an earlier version that no migration could
    ///   translate becomes ``unknown``, which shows the body.
    init(stored name: String) { self = Message.Kind(rawValue: name) ?? .unknown }

    /// Returns the SQL condition that the kind of a row of `messages` has a property. The names are in the order of
    /// the cases.
    static func condition(_ has: (Message.Kind) -> Bool) -> String {
        "messages.kind IN (" + allCases.filter(has).map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
    }
}

extension MembershipChange {
    fileprivate init?(row: ResultRow, at index: Int) {
        guard let userID: String = row[index], let name: String = row[index + 2], let what = Kind(rawValue: name)
        else { return nil }
        self.init(userID: userID, displayName: row[index + 1], what: what)
    }
}

extension TimelineGap {
    /// The columns in the order in which ``init(row:position:)`` reads them.
    static let columns = "position, token, newer_token, newer_event_id"

    /// - Parameter position: the position at which a window shows it; `nil` for its own.
    init(row: ResultRow, position: Int64? = nil) {
        let anchor = MessageRowID.bound(row[0])
        var onward: Onward?
        if let token: String = row[2], let eventID: String = row[3] { onward = Onward(token: token, eventID: eventID) }
        self.init(position: position ?? anchor, anchor: anchor, token: row[1], onward: onward)
    }

    /// Returns the gap, moved before another message.
    func moved(to position: Int64, token: String) -> TimelineGap {
        TimelineGap(position: position, token: token, onward: onward)
    }
}
