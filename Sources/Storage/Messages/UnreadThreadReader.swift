import Conversations
import GRDB

/// Reads the unread messages of threads within a snapshot. The cost grows with the unread messages, not with the
/// stored ones.
struct UnreadThreadReader {
    let db: Database
    /// The Matrix ID of the account.
    let userID: String

    /// Returns the known threads of one chat or of all, with one statement for each kind of data.
    func known(chatID: String?) throws -> KnownThreads {
        KnownThreads(chatIDs: try chats(chatID), unread: try unread(chatID))
    }

    /// Returns the unread part of a thread; `nil` if no read position in it is known.
    func part(of threadID: String, chatID: String) throws -> UnreadPart? {
        let place = "SELECT position FROM thread_reads WHERE chat_id = ? AND thread_id = ?"
        guard let read = try db.value(place, [chatID, threadID], as: Int64.self) else { return nil }
        let sql = """
            SELECT messages.position, messages.event_id
            FROM thread_reads JOIN chat_keys ON chat_keys.chat_id = thread_reads.chat_id
                JOIN messages ON \(Self.isNew)
            WHERE thread_reads.chat_id = ?2 AND thread_reads.thread_id = ?3
            ORDER BY messages.id LIMIT \(UnreadThread.countLimit)
            """
        let new = try db.all(sql, [userID, chatID, threadID]) { (position: $0[0] as Int64, eventID: $0[1] as String) }
        return UnreadPart(
            after: read, first: new.first?.position, firstEventID: new.first?.eventID, count: new.count, isWhole: true)
    }

    private func chats(_ chatID: String?) throws -> Set<String> {
        let sql = """
            SELECT chat_id FROM chat_keys
            WHERE \(chatID == nil ? "" : "chat_id = ?1 AND ") EXISTS (
                SELECT 1 FROM messages
                WHERE messages.chat_key = chat_keys.key AND messages.thread_id IS NOT NULL AND \(Message.isSaidCondition))
            """
        return try Set(db.all(sql, chatID.map { [$0] } ?? [], as: String.self))
    }

    private func unread(_ chatID: String?) throws -> [String: [UnreadThread]] {
        let mentions = """
            char(10) || iif(edits.body IS NULL, messages.mentions, edits.mentions) || char(10)
            """
        let calls = ["?1", "'@room'"].map { "instr(\(mentions), char(10) || \($0) || char(10)) > 0" }
        let sql = """
            SELECT thread_reads.chat_id, thread_reads.thread_id, count(*),
                coalesce(max(\(calls.joined(separator: " OR "))), 0)
            FROM thread_reads JOIN chat_keys ON chat_keys.chat_id = thread_reads.chat_id
                JOIN messages ON messages.id IN (
                    SELECT messages.id FROM messages WHERE \(Self.isNew)
                    ORDER BY messages.id LIMIT \(UnreadThread.countLimit))
                \(Message.joinedEdit(chat: "thread_reads.chat_id"))
            \(chatID == nil ? "" : "WHERE thread_reads.chat_id = ?2")
            GROUP BY thread_reads.chat_id, thread_reads.thread_id
            ORDER BY thread_reads.chat_id, min(messages.id)
            """
        var threads: [String: [UnreadThread]] = [:]
        try db.each(sql, [userID] + (chatID.map { [$0] } ?? [])) { row in
            threads[row[0], default: []].append(UnreadThread(threadID: row[1], count: row[2], isMention: row[3]))
        }
        return threads
    }

    /// Whether a row of `messages` is an unread reply of somebody else in the thread of a row of `thread_reads`. The
    /// account is the statement's first argument. The index `messages_threaded` has the messages of each thread in
    /// order.
    private static let isNew = """
        messages.chat_key = chat_keys.key AND messages.thread_id = thread_reads.thread_id \
        AND messages.id > \(MessageRowID.number(at: "thread_reads.position", key: "chat_keys.key")) \
        AND messages.sender <> ?1 AND messages.sender NOT IN (SELECT user_id FROM ignored_people) \
        AND \(Message.isSaidCondition)
        """
}
