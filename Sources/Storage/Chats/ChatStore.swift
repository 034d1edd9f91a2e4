package import Conversations
import GRDB

/// The chats and their members.
package final class ChatStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Returns the joined and invited chats, newest activity first.
    package func all() throws(StorageError) -> [Chat] {
        try access.read { try ChatReader(db: $0).list() }
    }

    /// Returns the same chats off the caller's thread, followed by the newest left chats.
    nonisolated(nonsending) package func allAside() async throws(StorageError) -> [Chat] {
        try await access.readAside { db in
            let reader = ChatReader(db: db)
            return try reader.list() + reader.left(Self.maxLeft)
        }
    }

    private static let maxLeft = 200

    /// Marks the chat as left. Its data is kept until it is forgotten.
    nonisolated(nonsending) package func leave(chatID: String) async throws(StorageError) {
        try await access.write { db in
            try db.run("UPDATE chats SET membership = 'left' WHERE id = ?", [chatID])
        }
    }

    /// Returns a chat, even if it was left.
    package func chat(id: String) throws(StorageError) -> Chat? {
        try access.read { try ChatReader(db: $0).chats(ids: [id]).first }
    }

    /// Returns everybody whose membership is known, including people who left.
    package func members(chatID: String) throws(StorageError) -> [ChatMember] {
        try access.read { try ChatReader(db: $0).members(chatID: chatID) }
    }

    /// Adds the members that are not stored yet.
    ///
    /// - Returns: the added members.
    nonisolated(nonsending) package func addUnknown(
        _ members: [ChatMember], chatID: String
    ) async throws(StorageError) -> [ChatMember] {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.addUnknown(members, chatID: chatID)
            return try writer.finish().changedMembers[chatID] ?? []
        }
    }

    /// Sets the counts after reading a chat, until the server reports them.
    nonisolated(nonsending) package func setCounts(
        chatID: String, notification: Int, highlight: Int
    ) async throws(StorageError) {
        try await access.write(signals: false) { db in
            try ChatRow.setCounts(chatID: chatID, notification: notification, highlight: highlight, db)
        }
    }

    /// Resets the unread counts until the server reports them. If others sent messages after the position, the counts
    /// are kept.
    ///
    /// - Parameters:
    ///   - position: the account's read position.
    ///   - userID: the account's Matrix ID.
    nonisolated(nonsending) package func markRead(
        chatID: String, through position: Int64, userID: String
    ) async throws(StorageError) {
        let sql = """
            UPDATE chats SET notification_count = 0, highlight_count = 0
            WHERE id = ?1 AND NOT EXISTS (
                SELECT 1 FROM messages WHERE \(MessageRowID.isAfter("?2", in: "?1")) AND sender <> ?3
                    AND \(Message.Kind.condition(\.countsAsUnread)))
            """
        try await access.write(signals: false) { db in
            try db.run(sql, [chatID, MessageRowID.bound(position), userID])
        }
    }

    /// Marks the chat as encrypted before a sync reports it. From now on nothing is sent to it in clear. Nothing is
    /// sent at all until the server shows its `m.room.encryption`, or the user decides otherwise.
    ///
    /// - Returns: the change; without chats if the chat was encrypted before.
    nonisolated(nonsending) package func encrypt(_ chatID: String) async throws(StorageError) -> AppliedSlice {
        try await access.write { try Self.encrypt(chatID, $0) }
    }

    /// Reverts ``encrypt(_:)`` after the server refused to turn on encryption. Call it only if that call has changed
    /// the chat. The chat stays encrypted if a sync showed its encryption meanwhile, or if it has unsent lines.
    nonisolated(nonsending) package func withdrawEncryption(
        _ chatID: String
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.withdrawEncryption(chatID)
            return try writer.finish()
        }
    }

    private static func encrypt(_ chatID: String, _ db: Database) throws -> AppliedSlice {
        var writer = try SliceWriter(db: db)
        try EncryptedChatWriter(db: db).promise(chatID)
        try writer.encrypt([chatID])
        return try writer.finish()
    }

    /// The time for which an unanswered request for a chat is kept, in milliseconds: a week.
    private static let creationAge: Int64 = 604_800_000

    /// Records a request for an encrypted chat before it is sent.
    ///
    /// - Parameters:
    ///   - creator: the user identifier of the account.
    ///   - invited: the user identifiers of the others.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: the identifier for ``endCreation(_:chatID:)``.
    nonisolated(nonsending) package func beginCreation(
        by creator: String, inviting invited: [String], now: Int64
    ) async throws(StorageError) -> Int64 {
        try await access.write { db in
            try db.run("DELETE FROM encrypted_creations WHERE abs(? - asked_at) > ?", [now, Self.creationAge])
            try db.run(
                "INSERT INTO encrypted_creations (creator, invited, asked_at) VALUES (?, ?, ?)",
                [creator, IdentifierText.join(invited), now])
            return db.lastInsertedRowID
        }
    }

    /// Records the server's response to a request for an encrypted chat.
    ///
    /// - Parameter chatID: the created chat; `nil` if the server refused.
    nonisolated(nonsending) package func endCreation(
        _ id: Int64, chatID: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            try db.run("DELETE FROM encrypted_creations WHERE id = ?", [id])
            guard let chatID else { return AppliedSlice(chats: [], newMessages: [:], echoedLines: []) }
            return try Self.encrypt(chatID.storable, db)
        }
    }

    /// Stores a setting that the server accepted, until the sync reports it.
    nonisolated(nonsending) package func set(_ setting: ChatSetting, chatID: String) async throws(StorageError) {
        try await access.write { try ChatSettingWriter(db: $0).set(setting, chatID: chatID) }
    }

    /// Stores the permissions from a server's response.
    ///
    /// - Parameter known: the levels at the time of the request, which a sync may have changed since.
    nonisolated(nonsending) package func set(
        _ source: ChatPowerSource, knowing known: String?, chatID: String
    ) async throws(StorageError) {
        try await access.write { try ChatPowerWriter(db: $0).set(source, knowing: known, chatID: chatID) }
    }

    /// Stores all children of a space from a server's response.
    nonisolated(nonsending) package func set(_ children: [SpaceChild], spaceID: String) async throws(StorageError) {
        try await access.write { db in
            let children = children.map {
                SpaceChild(
                    chatID: $0.chatID.storable, order: $0.order?.storable, addedAt: $0.addedAt,
                    servers: $0.servers.map(\.storable))
            }
            try SpaceTable(db: db).replace(children, spaceID: spaceID.storable)
        }
    }

    /// Returns the Matrix IDs of the ignored people.
    package func ignoredUserIDs() throws(StorageError) -> Set<String> {
        try access.read { Set(try $0.all("SELECT user_id FROM ignored_people", as: String.self)) }
    }

    nonisolated(nonsending) package func setIgnored(_ userIDs: Set<String>) async throws(StorageError) {
        try await access.write { try ChatSettingWriter(db: $0).replaceIgnored(userIDs) }
    }

    /// Moves the chat's ``Chat/fullyReadEventID`` to the event, unless it is known to be later already.
    nonisolated(nonsending) package func setHighestRead(chatID: String, eventID: String) async throws(StorageError) {
        try await access.write { db in
            let reader = MessageReader(db: db)
            let sql = "SELECT fully_read_event_id FROM chats WHERE id = ?"
            if let current = try db.value(sql, [chatID], as: String.self),
                let old = try reader.position(ofEventID: current, chatID: chatID),
                let new = try reader.position(ofEventID: eventID, chatID: chatID), new <= old
            {
                return
            }
            try db.run("UPDATE chats SET fully_read_event_id = ? WHERE id = ?", [eventID, chatID])
        }
    }

    /// The tables with data from the server about a chat, besides the chat itself.
    private static let tables = [
        "members", "heroes", "chat_keys", "gaps", "removals", "receipts", "edits", "reactions", "poll_replies",
        "powers", "space_children", "thread_reads", "thread_receipts",
    ]

    /// Deletes all data from the server about a chat. Drafts and unsent lines are the user's own and stay until they
    /// are withdrawn. The record that the chat was encrypted stays, so that a server can't turn encryption off.
    nonisolated(nonsending) package func remove(chatID: String) async throws(StorageError) {
        try await access.write { try Self.remove(chatID, $0) }
    }

    static func remove(_ chatID: String, _ db: Database) throws {
        try SearchQueue(db: db).addAll(of: chatID)
        let messages = "DELETE FROM messages WHERE \(MessageRowID.isIn("?1"))"
        try db.run(messages, [chatID])
        for table in Self.tables {
            try db.run("DELETE FROM \(table) WHERE chat_id = ?", [chatID])
        }
        try db.run("DELETE FROM line_stories WHERE chat_id = ? AND id NOT IN (SELECT id FROM outbox)", [chatID])
        try db.run("DELETE FROM chats WHERE id = ?", [chatID])
        try EncryptedChatWriter(db: db).forget(chatID)
        try db.run("INSERT OR IGNORE INTO forgotten_chats (chat_id) VALUES (?)", [chatID.storable])
    }
}
