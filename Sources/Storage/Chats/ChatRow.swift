import Conversations
import GRDB

/// A row of `chats`: a chat without its people and messages.
struct ChatRow: Hashable {
    static let columns = columns(of: "")
    static let columnCount = names.count
    private static let names = [
        "id", "membership", "given_name", "canonical_alias", "topic", "joined_count", "invited_count", "inviter_id",
        "inviter_name", "is_encrypted", "notification_count", "highlight_count", "last_activity",
        "fully_read_event_id", "last_position", "is_direct_invitation", "is_pinned", "pin_order", "is_archived",
        "is_marked_unread", "replacement_id", "replacement_server", "predecessor_id",
        "is_space", "invitation_reason",
    ]

    /// - Parameter table: a prefix such as `chats.`, or empty.
    static func columns(of table: String) -> String {
        names.dropFirst().reduce(table + names[0]) { $0 + ", " + table + $1 }
    }

    var chat: Chat
    /// The position of the newest message.
    var lastPosition: Int64?

    /// Creates a chat without known data.
    init(id: String, membership: ChatMembership) {
        chat = Chat(id: id, membership: membership)
    }

    /// Reads a row that begins with ``columns``.
    init(row: ResultRow) {
        chat = Chat(id: row[0], membership: ChatMembership(rawValue: row[1]) ?? .left)
        chat.givenName = row[2]
        chat.canonicalAlias = row[3]
        chat.topic = row[4]
        chat.joinedCount = row[5]
        chat.invitedCount = row[6]
        if let userID: String = row[7] { chat.inviter = ChatPerson(userID: userID, displayName: row[8]) }
        chat.isEncrypted = row[9]
        chat.notificationCount = row[10]
        chat.highlightCount = row[11]
        chat.lastActivity = row[12]
        chat.fullyReadEventID = row[13]
        lastPosition = row[14]
        chat.isDirectInvitation = row[15]
        chat.tags = ChatTags(isPinned: row[16], pinOrder: row[17], isArchived: row[18])
        chat.isMarkedUnread = row[19]
        if let chatID: String = row[20], chatID != chat.id {
            chat.replacement = ChatReplacement(chatID: chatID, server: row[21])
        }
        chat.predecessorID = row[22]
        chat.isSpace = row[23]
        chat.invitationReason = row[24]
    }

    static func fetch(_ db: Database, id: String) throws -> ChatRow? {
        try db.first(selection, [id]) { ChatRow(row: $0) }
    }

    private static let selection = "SELECT \(columns) FROM chats WHERE id = ?"
    private static let saving =
        "REPLACE INTO chats (\(columns)) VALUES (\(databaseQuestionMarks(count: columnCount)))"

    func save(_ db: Database) throws {
        try db.run(
            Self.saving,
            [
                chat.id, chat.membership.rawValue, chat.givenName, chat.canonicalAlias, chat.topic, chat.joinedCount,
                chat.invitedCount, chat.inviter?.userID, chat.inviter?.displayName, chat.isEncrypted,
                chat.notificationCount, chat.highlightCount, chat.lastActivity, chat.fullyReadEventID, lastPosition,
                chat.isDirectInvitation, chat.tags.isPinned, chat.tags.pinOrder, chat.tags.isArchived,
                chat.isMarkedUnread,
                chat.replacement?.chatID, chat.replacement?.server, chat.predecessorID, chat.isSpace,
                chat.invitationReason,
            ])
    }
}

extension ChatRow {
    static func setCounts(chatID: String, notification: Int, highlight: Int, _ db: Database) throws {
        try db.run(
            "UPDATE chats SET notification_count = ?, highlight_count = ? WHERE id = ?",
            [notification, highlight, chatID])
    }

    /// Applies the values that a sync sets for the chat itself.
    mutating func set(_ change: ChatChange) {
        chat.membership = change.membership
        change.givenName.apply(to: &chat.givenName)
        change.canonicalAlias.apply(to: &chat.canonicalAlias)
        change.topic.apply(to: &chat.topic)
        change.isEncrypted.apply(to: &chat.isEncrypted)
        change.joinedCount.apply(to: &chat.joinedCount)
        change.invitedCount.apply(to: &chat.invitedCount)
        change.notificationCount.apply(to: &chat.notificationCount)
        // A server can't find the mentions in an encrypted message.
        if !chat.isEncrypted { change.highlightCount.apply(to: &chat.highlightCount) }
        change.inviter.apply(to: &chat.inviter)
        change.invitationReason.apply(to: &chat.invitationReason)
        change.isDirectInvitation.apply(to: &chat.isDirectInvitation)
        change.tags.apply(to: &chat.tags)
        change.isMarkedUnread.apply(to: &chat.isMarkedUnread)
        change.replacement.apply(to: &chat.replacement)
        change.predecessorID.apply(to: &chat.predecessorID)
        change.isSpace.apply(to: &chat.isSpace)
        if case .set(let eventID) = change.fullyReadEventID { chat.fullyReadEventID = eventID }
        if change.membership == .invited || change.membership == .knocked {
            change.invitedAt.apply(to: &chat.lastActivity)
        }
        if change.membership != .invited { (chat.inviter, chat.invitationReason) = (nil, nil) }
        // After leaving a chat, the account has nothing left to read.
        if change.membership != .joined { (chat.notificationCount, chat.highlightCount) = (0, 0) }
    }
}

extension ChatChange.Setting {
    fileprivate func apply(to value: inout Value) {
        if case .set(let new) = self { value = new }
    }
}
