package import Conversations
import GRDB

/// The chats and who is in them.
package final class ChatStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Joined and invited, newest activity first.
    package func all() throws(StorageError) -> [Chat] {
        try access.read { try ChatReader(db: $0).list() }
    }

    /// The same off the caller's thread, and after them the newest of those that were left.
    nonisolated(nonsending) package func allAside() async throws(StorageError) -> [Chat] {
        try await access.readAside { db in
            let reader = ChatReader(db: db)
            return try reader.list() + reader.left(Self.mostLeft)
        }
    }

    private static let mostLeft = 200

    /// The account left the chat, of which all stays until it is forgotten.
    nonisolated(nonsending) package func leave(chatID: String) async throws(StorageError) {
        try await access.write { db in
            try db.execute(sql: "UPDATE chats SET membership = 'left' WHERE id = ?", arguments: .whole([chatID]))
        }
    }

    /// Also one that was left.
    package func chat(id: String) throws(StorageError) -> Chat? {
        try access.read { try ChatReader(db: $0).chats(ids: [id]).first }
    }

    /// Everybody whose membership is known, also those who left.
    package func members(chatID: String) throws(StorageError) -> [ChatMember] {
        try access.read { try ChatReader(db: $0).members(chatID: chatID) }
    }

    /// Takes over those of whom nothing is known yet.
    ///
    /// - Returns: those whom it took over.
    nonisolated(nonsending) package func addUnknown(
        _ members: [ChatMember], chatID: String
    ) async throws(StorageError) -> [ChatMember] {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.addUnknown(members, chatID: chatID)
            return try writer.finish().changedMembers[chatID] ?? []
        }
    }

    /// For the moment between reading a chat and the server's word on it.
    nonisolated(nonsending) package func setCounts(
        chatID: String, notification: Int, highlight: Int
    ) async throws(StorageError) {
        try await access.write { db in
            try db.execute(
                sql: "UPDATE chats SET notification_count = ?, highlight_count = ? WHERE id = ?",
                arguments: .whole([notification, highlight, chatID]))
        }
    }

    /// Nothing is unread, for the moment until the server says so; where others said more since, what it counted stays.
    ///
    /// - Parameters:
    ///   - position: up to where the account has read.
    ///   - userID: the account's.
    nonisolated(nonsending) package func markRead(
        chatID: String, through position: Int64, userID: String
    ) async throws(StorageError) {
        let sql = """
            UPDATE chats SET notification_count = 0, highlight_count = 0
            WHERE id = ?1 AND NOT EXISTS (
                SELECT 1 FROM messages WHERE \(MessagePlace.isAfter("?2", in: "?1")) AND sender <> ?3
                    AND \(Message.Kind.condition(\.countsAsUnread)))
            """
        try await access.write { db in
            try db.execute(sql: sql, arguments: .whole([chatID, MessagePlace.bound(position), userID]))
        }
    }

    /// From now on nothing goes to the chat in clear, also where no sync told of it yet. Nothing goes there at all until the
    /// server shows its `m.room.encryption`, or a person decides otherwise.
    nonisolated(nonsending) package func encrypt(_ chatID: String) async throws(StorageError) -> AppliedSlice {
        try await access.write { try Self.encrypt(chatID, $0) }
    }

    private static func encrypt(_ chatID: String, _ db: Database) throws -> AppliedSlice {
        var writer = try SliceWriter(db: db)
        try EncryptedChatWriter(db: db).promise(chatID)
        try writer.encrypt([chatID])
        return try writer.finish()
    }

    /// How long a request for a chat counts that nobody knows the answer of, in milliseconds: a week.
    private static let creationAge: Int64 = 604_800_000

    /// Remembers, before the request leaves, that an encrypted chat is asked for.
    ///
    /// - Parameters:
    ///   - creator: the account, by user identifier.
    ///   - invited: the others, by user identifier.
    ///   - now: milliseconds since 1970.
    /// - Returns: by what ``endCreation(_:chatID:)`` names it.
    nonisolated(nonsending) package func beginCreation(
        by creator: String, inviting invited: [String], now: Int64
    ) async throws(StorageError) -> Int64 {
        try await access.write { db in
            try db.execute(
                sql: "DELETE FROM encrypted_creations WHERE abs(? - asked_at) > ?",
                arguments: .whole([now, Self.creationAge]))
            try db.execute(
                sql: "INSERT INTO encrypted_creations (creator, invited, asked_at) VALUES (?, ?, ?)",
                arguments: .whole([creator, IdentifierText.join(invited), now]))
            return db.lastInsertedRowID
        }
    }

    /// The server answered a request for an encrypted chat.
    ///
    /// - Parameter chatID: the chat that it made; `nil` where it refused.
    nonisolated(nonsending) package func endCreation(
        _ id: Int64, chatID: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            try db.execute(sql: "DELETE FROM encrypted_creations WHERE id = ?", arguments: .whole([id]))
            guard let chatID else { return AppliedSlice(chats: [], newMessages: [:], echoedLines: []) }
            return try Self.encrypt(chatID.storable, db)
        }
    }

    /// Keeps what the server took, for the moment until the sync says it.
    nonisolated(nonsending) package func set(_ setting: ChatSetting, chatID: String) async throws(StorageError) {
        try await access.write { try ChatSettingWriter(db: $0).set(setting, chatID: chatID) }
    }

    /// Keeps what the server told of who may do what, when it was asked.
    ///
    /// - Parameter known: the levels when it was asked, which a sync may have changed since.
    nonisolated(nonsending) package func set(
        _ source: ChatPowerSource, knowing known: String?, chatID: String
    ) async throws(StorageError) {
        try await access.write { try ChatPowerWriter(db: $0).set(source, knowing: known, chatID: chatID) }
    }

    /// Keeps all that the server told is part of a space.
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

    /// Whom the account ignores, by Matrix ID.
    package func ignoredUserIDs() throws(StorageError) -> Set<String> {
        try access.read { Set(try String.fetchAll($0, sql: "SELECT user_id FROM ignored_people")) }
    }

    nonisolated(nonsending) package func setIgnored(_ userIDs: Set<String>) async throws(StorageError) {
        try await access.write { try ChatSettingWriter(db: $0).replaceIgnored(userIDs) }
    }

    /// Moves the chat's ``Chat/fullyReadEventID`` to the event, unless it is known to be further already.
    nonisolated(nonsending) package func setHighestRead(chatID: String, eventID: String) async throws(StorageError) {
        try await access.write { db in
            let reader = MessageReader(db: db)
            let sql = "SELECT fully_read_event_id FROM chats WHERE id = ?"
            if let current = try String.fetchOne(db, sql: sql, arguments: .whole([chatID])),
                let old = try reader.position(ofEventID: current, chatID: chatID),
                let new = try reader.position(ofEventID: eventID, chatID: chatID), new <= old
            {
                return
            }
            try db.execute(
                sql: "UPDATE chats SET fully_read_event_id = ? WHERE id = ?", arguments: .whole([eventID, chatID]))
        }
    }

    /// What came from the server about a chat, beside the chat itself.
    private static let tables = [
        "members", "heroes", "chat_keys", "gaps", "removals", "receipts", "edits", "reactions", "poll_replies",
        "powers", "space_children", "thread_reads", "thread_receipts",
    ]

    /// Forgets all that came from the server about a chat. Drafts and unsent lines are the person's own and stay until
    /// they are withdrawn; that it was encrypted nobody can make this device forget.
    nonisolated(nonsending) package func remove(chatID: String) async throws(StorageError) {
        try await access.write { try Self.remove(chatID, $0) }
    }

    static func remove(_ chatID: String, _ db: Database) throws {
        try SearchQueue(db: db).addAll(of: chatID)
        let messages = "DELETE FROM messages WHERE \(MessagePlace.isIn("?1"))"
        try db.execute(sql: messages, arguments: .whole([chatID]))
        for table in Self.tables {
            try db.execute(sql: "DELETE FROM \(table) WHERE chat_id = ?", arguments: .whole([chatID]))
        }
        try db.execute(
            sql: "DELETE FROM line_stories WHERE chat_id = ? AND id NOT IN (SELECT id FROM outbox)",
            arguments: .whole([chatID]))
        try db.execute(sql: "DELETE FROM chats WHERE id = ?", arguments: .whole([chatID]))
        try EncryptedChatWriter(db: db).forget(chatID)
        try db.execute(
            sql: "INSERT OR IGNORE INTO forgotten_chats (chat_id) VALUES (?)", arguments: .whole([chatID.storable]))
    }
}
