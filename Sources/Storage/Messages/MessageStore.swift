package import Conversations
import GRDB

/// The timelines of all chats, read in windows. The messages of a window are ordered oldest first.
package final class MessageStore: Sendable {
    let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Returns the newest messages, at most `limit`.
    ///
    /// - Parameter thread: the root event of the thread to which the window is limited, here and in the following
    ///   functions.
    package func window(
        chatID: String, thread: String? = nil, endingAtLatest limit: Int
    ) throws(StorageError) -> MessageWindow {
        try access.read { try MessageReader(db: $0, threadID: thread).latestWindow(chatID: chatID, limit: limit) }
    }

    package func window(
        chatID: String, thread: String? = nil, before position: Int64, limit: Int
    ) throws(StorageError) -> MessageWindow {
        try access.read {
            try MessageReader(db: $0, threadID: thread).window(chatID: chatID, before: position, limit: limit)
        }
    }

    package func window(
        chatID: String, thread: String? = nil, after position: Int64, limit: Int
    ) throws(StorageError) -> MessageWindow {
        try access.read {
            try MessageReader(db: $0, threadID: thread).window(chatID: chatID, after: position, limit: limit)
        }
    }

    /// Returns the newest gap of the chat that is not after a position.
    package func newestGap(chatID: String, upTo position: Int64) throws(StorageError) -> TimelineGap? {
        try access.read { try MessageReader(db: $0).newestGap(chatID: chatID, upTo: position) }
    }

    /// Returns a window of at most `limit` messages around an event; `nil` if this device doesn't have the event.
    package func window(
        chatID: String, thread: String? = nil, around eventID: String, limit: Int
    ) throws(StorageError) -> MessageWindow? {
        try access.read {
            try MessageReader(db: $0, threadID: thread).window(chatID: chatID, around: eventID, limit: limit)
        }
    }

    /// Returns the oldest messages on this device, at most `limit`; there may be a gap before them.
    package func window(
        chatID: String, thread: String? = nil, startingAtOldest limit: Int
    ) throws(StorageError) -> MessageWindow {
        try window(chatID: chatID, thread: thread, after: Int64.min, limit: limit)
    }

    /// Returns the history of a message; `nil` if this device doesn't have it.
    package func story(of eventID: String, chatID: String) throws(StorageError) -> MessageInfo? {
        try access.read { try MessageReader(db: $0).story(of: eventID, chatID: chatID) }
    }

    /// Returns the history of a message as ``story(of:chatID:)`` does, without blocking the caller's thread.
    nonisolated(nonsending) package func storyAside(
        of eventID: String, chatID: String
    ) async throws(StorageError) -> MessageInfo? {
        try await access.readAside { try MessageReader(db: $0).story(of: eventID, chatID: chatID) }
    }

    /// Stores edits of a message that were received without their part of the timeline.
    nonisolated(nonsending) package func saveEdits(
        _ edits: [Message], of eventID: String, chatID: String
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.saveEdits(edits, of: eventID, chatID: chatID)
            return try writer.finish()
        }
    }

    /// Returns the messages that a person typed in a chat before a position, newest first.
    package func messages(
        by userID: String, chatID: String, before position: Int64, limit: Int
    ) throws(StorageError) -> [PlacedMessage] {
        try access.read { db in
            let sql = """
                SELECT messages.position, \(Message.shownColumns) FROM \(Message.shownTables)
                WHERE messages.chat_key = \(MessageRowID.key(of: "?1")) AND messages.sender = ?3
                    AND messages.id < \(MessageRowID.origin(of: "?1")) + ?2
                    AND \(Message.isSaidByPersonCondition) AND \(Message.Kind.condition(\.isTyped))
                ORDER BY messages.id DESC LIMIT ?4
                """
            return try db.all(sql, [chatID, MessageRowID.bound(position), userID, limit]) {
                PlacedMessage(message: Message(row: $0, at: 1), position: $0[0])
            }
        }
    }

    /// Returns the distinct keys of the newest reactions of a person in all chats, newest first.
    package func recentReactions(by userID: String) throws(StorageError) -> [String] {
        try access.read { db in
            let sql = "SELECT key FROM reactions WHERE sender = ? ORDER BY timestamp DESC LIMIT 100"
            var keys: [String] = []
            for key in try db.all(sql, [userID], as: String.self)
            where !keys.contains(key) { keys.append(key) }
            return keys
        }
    }

    /// Returns the event at a position, even if no window shows it.
    nonisolated(nonsending) package func eventID(
        at position: Int64, chatID: String
    ) async throws(StorageError) -> String? {
        try await access.readAside { db in
            let sql = "SELECT event_id FROM messages WHERE messages.id = \(MessageRowID.origin(of: "?1")) + ?2"
            return try db.value(sql, [chatID, MessageRowID.bound(position)], as: String.self)
        }
    }

    package func position(ofEventID eventID: String, chatID: String) throws(StorageError) -> Int64? {
        try access.read { try MessageReader(db: $0).position(ofEventID: eventID, chatID: chatID) }
    }

    /// Returns the unread part of a chat; `nil` if no read position is known.
    package func unread(chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try MessageReader(db: $0).unread(chatID: chatID, userID: userID) }
    }

    package func receipts(chatID: String) throws(StorageError) -> [ReadReceipt] {
        try access.read { try MessageReader(db: $0).receipts(chatID: chatID) }
    }

    /// Returns the read position of each person, by Matrix ID, if this device has the message.
    ///
    /// - Parameter threadID: the root event of a thread, to return the positions from its own receipts.
    package func readPositions(
        chatID: String, threadID: String? = nil
    ) throws(StorageError) -> [String: Int64] {
        try access.read { try MessageReader(db: $0).readPositions(chatID: chatID, threadID: threadID) }
    }

    /// Stores the server's response for the gap's token. The gap closes if the response has no `nextToken` or
    /// overlaps the messages before the gap. Otherwise the gap moves before the oldest of the new messages. If the
    /// gap was filled or moved meanwhile, nothing changes.
    ///
    /// - Parameters:
    ///   - messages: the messages as received for `dir=b`, newest first.
    ///   - members: the memberships at that time; they are used only for people without known membership.
    nonisolated(nonsending) package func fillGap(
        chatID: String, gap: TimelineGap, with messages: [Message], members: [ChatMember] = [], nextToken: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.fill(gap, chatID: chatID, with: messages.reversed(), nextToken: nextToken)
            try writer.addUnknown(members, chatID: chatID)
            return try writer.finish()
        }
    }

    /// Stores messages from within a gap, with gaps on both sides if messages are missing there.
    ///
    /// - Returns: also whether the event around which they were requested is stored. It is not if its position is
    ///   uncertain.
    nonisolated(nonsending) package func store(
        _ island: TimelineIsland, chatID: String, members: [ChatMember] = []
    ) async throws(StorageError) -> (applied: AppliedSlice, isHere: Bool) {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            let isHere = try writer.add(island, chatID: chatID)
            try writer.addUnknown(members, chatID: chatID)
            return (try writer.finish(), isHere)
        }
    }

    /// Stores the server's response for the gap's ``TimelineGap/onward`` after the messages before the gap. The gap
    /// closes if the response overlaps the messages after it. If another message precedes the gap by now, nothing
    /// changes.
    ///
    /// - Parameter messages: the messages as received for `dir=f`, oldest first.
    nonisolated(nonsending) package func fillOnward(
        chatID: String, gap: TimelineGap, with messages: [Message], members: [ChatMember] = [], nextToken: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.fillOnward(gap, chatID: chatID, with: messages, nextToken: nextToken)
            try writer.addUnknown(members, chatID: chatID)
            return try writer.finish()
        }
    }
}

extension MessageStore {
    /// Returns the known threads of a chat, or of all chats.
    package func knownThreads(chatID: String? = nil, userID: String) throws(StorageError) -> KnownThreads {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).known(chatID: chatID) }
    }

    /// Returns a chat's threads, ordered by their newest replies, newest first.
    package func threads(chatID: String, limit: Int) throws(StorageError) -> [ChatThread] {
        try access.read { try ThreadReader(db: $0, chatID: chatID).all(limit: limit) }
    }

    /// Returns the unread part of a thread; `nil` if no read position in it is known.
    package func unread(of threadID: String, chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).part(of: threadID, chatID: chatID) }
    }

    /// Returns a message in its current state; `nil` if this device doesn't have it.
    package func message(_ eventID: String, chatID: String) throws(StorageError) -> PlacedMessage? {
        try access.read { try MessageReader(db: $0).shown([eventID], chatID: chatID).first }
    }

    /// Stores the account's read position in a thread.
    nonisolated(nonsending) package func save(
        _ read: ThreadRead, chatID: String
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.read([read], chatID: chatID)
            return try writer.finish()
        }
    }
}
