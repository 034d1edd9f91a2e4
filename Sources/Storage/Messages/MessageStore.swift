package import Conversations
import GRDB

/// The timelines of all chats, read in windows. A window's messages are oldest first.
package final class MessageStore: Sendable {
    let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// The newest messages, at most `limit`.
    ///
    /// - Parameter thread: of which alone they are, by the event with which it began; as with the others.
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

    /// The newest of the chat's gaps that is not after a place.
    package func newestGap(chatID: String, upTo position: Int64) throws(StorageError) -> TimelineGap? {
        try access.read { try MessageReader(db: $0).newestGap(chatID: chatID, upTo: position) }
    }

    /// The event with as many messages on either side, `nil` where this device does not have it.
    package func window(
        chatID: String, thread: String? = nil, around eventID: String, limit: Int
    ) throws(StorageError) -> MessageWindow? {
        try access.read {
            try MessageReader(db: $0, threadID: thread).window(chatID: chatID, around: eventID, limit: limit)
        }
    }

    /// The oldest messages that this device has, at most `limit`; a gap may be before them.
    package func window(
        chatID: String, thread: String? = nil, startingAtOldest limit: Int
    ) throws(StorageError) -> MessageWindow {
        try window(chatID: chatID, thread: thread, after: Int64.min, limit: limit)
    }

    /// How a message came about, `nil` where this device doesn't have it.
    package func story(of eventID: String, chatID: String) throws(StorageError) -> MessageStory? {
        try access.read { try MessageReader(db: $0).story(of: eventID, chatID: chatID) }
    }

    /// The same off the caller's thread.
    nonisolated(nonsending) package func storyAside(
        of eventID: String, chatID: String
    ) async throws(StorageError) -> MessageStory? {
        try await access.readAside { try MessageReader(db: $0).story(of: eventID, chatID: chatID) }
    }

    /// What is unread in chats, by their identifiers.
    nonisolated(nonsending) package func unreadWords(
        in chats: [Chat], userID: String
    ) async throws(StorageError) -> [String: UnreadWords] {
        try await access.readAside { db in
            let reader = MessageReader(db: db)
            return try Dictionary(
                chats.map { chat in
                    let words = try reader.unreadWords(
                        chatID: chat.id, userID: userID, counted: chat.notificationCount)
                    return (chat.id, words)
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Keeps edits of a message that came without the timeline that they stand in.
    nonisolated(nonsending) package func keepEdits(
        _ edits: [Message], of eventID: String, chatID: String
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.keepEdits(edits, of: eventID, chatID: chatID)
            return try writer.finish()
        }
    }

    /// What a person typed in a chat before a position, newest first.
    package func said(
        by userID: String, chatID: String, before position: Int64, limit: Int
    ) throws(StorageError) -> [PlacedMessage] {
        try access.read { db in
            let sql = """
                SELECT messages.position, \(Message.shownColumns) FROM \(Message.shownTables)
                WHERE messages.chat_key = \(MessagePlace.key(of: "?1")) AND messages.sender = ?3
                    AND messages.id < \(MessagePlace.origin(of: "?1")) + ?2
                    AND \(Message.isSaidByPersonCondition) AND \(Message.Kind.condition(\.isTyped))
                ORDER BY messages.id DESC LIMIT ?4
                """
            return try Row.fetchAll(
                db.cachedStatement(sql: sql),
                arguments: .whole([chatID, MessagePlace.bound(position), userID, limit])
            ).map { PlacedMessage(message: Message(row: $0, at: 1), position: $0[0]) }
        }
    }

    /// The keys of the newest reactions that a person gave anywhere, each once, the newest first.
    package func recentReactions(by userID: String) throws(StorageError) -> [String] {
        try access.read { db in
            let sql = "SELECT key FROM reactions WHERE sender = ? ORDER BY timestamp DESC LIMIT 100"
            var keys: [String] = []
            for key in try String.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([userID]))
            where !keys.contains(key) { keys.append(key) }
            return keys
        }
    }

    /// Also of an event that no window shows.
    nonisolated(nonsending) package func eventID(
        at position: Int64, chatID: String
    ) async throws(StorageError) -> String? {
        try await access.readAside { db in
            let sql = "SELECT event_id FROM messages WHERE messages.id = \(MessagePlace.origin(of: "?1")) + ?2"
            return try String.fetchOne(
                db.cachedStatement(sql: sql), arguments: .whole([chatID, MessagePlace.bound(position)]))
        }
    }

    package func position(ofEventID eventID: String, chatID: String) throws(StorageError) -> Int64? {
        try access.read { try MessageReader(db: $0).position(ofEventID: eventID, chatID: chatID) }
    }

    /// Where the unread of a chat begins, `nil` where nobody told what the person has read.
    package func unread(chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try MessageReader(db: $0).unread(chatID: chatID, userID: userID) }
    }

    package func receipts(chatID: String) throws(StorageError) -> [ReadReceipt] {
        try access.read { try MessageReader(db: $0).receipts(chatID: chatID) }
    }

    /// How far each person has read, by Matrix ID, where the message is on this device.
    ///
    /// - Parameter threadID: in one of its threads, by the event with which that began: what others said to have read there.
    package func readPositions(
        chatID: String, threadID: String? = nil
    ) throws(StorageError) -> [String: Int64] {
        try access.read { try MessageReader(db: $0).readPositions(chatID: chatID, threadID: threadID) }
    }

    /// Puts what the server answered for the gap's token in its place. The gap is closed where the answer has no
    /// `nextToken` or reaches what is known before the gap, and else moves to before the oldest of these. A gap that has
    /// been filled or moved meanwhile leaves everything as it is.
    ///
    /// - Parameters:
    ///   - messages: as they came for `dir=b`, newest first.
    ///   - members: how people stood to the chat then; they count for those of whom nothing is known.
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

    /// Puts messages from the midst of what is missing in their place, with a gap on each side where something is missing there.
    ///
    /// - Returns: also whether that around which they are has a place; where its own can't be told for certain, it has none.
    nonisolated(nonsending) package func keep(
        _ island: TimelineIsland, chatID: String, members: [ChatMember] = []
    ) async throws(StorageError) -> (applied: AppliedSlice, isHere: Bool) {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            let isHere = try writer.add(island, chatID: chatID)
            try writer.addUnknown(members, chatID: chatID)
            return (try writer.finish(), isHere)
        }
    }

    /// Puts what the server answered for the gap's ``TimelineGap/onward`` after what is before the gap, which closes where that reaches
    /// what follows it. A gap before which something else stands by now is left as it is.
    ///
    /// - Parameter messages: as they came for `dir=f`, oldest first.
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
