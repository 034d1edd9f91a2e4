import Conversations
import GRDB

/// Reads the known threads of one chat within a snapshot. The number of statements doesn't depend on the number of
/// threads.
struct ThreadReader {
    let db: Database
    let chatID: String

    /// Returns the summaries of the threads with these root events, by root event.
    func summaries(of eventIDs: some Collection<String>) throws -> [String: ThreadSummary] {
        guard try hasThreads else { return [:] }
        // The other columns are those of the row with the greatest number.
        let sql = """
            SELECT messages.thread_id, count(*), coalesce(sum(messages.position > thread_reads.position), 0),
                max(messages.id), messages.sender, messages.timestamp
            FROM messages LEFT JOIN thread_reads
                ON thread_reads.chat_id = ?1 AND thread_reads.thread_id = messages.thread_id
            WHERE messages.chat_key = \(MessageRowID.key(of: "?1"))
                AND messages.thread_id IN (SELECT value FROM json_each(?2)) AND \(Message.isSaidCondition)
            GROUP BY messages.thread_id
            """
        let summaries = try db.all(sql, [chatID, IdentifierList(eventIDs)]) {
            ($0[0] as String, ThreadSummary(row: $0))
        }
        return Dictionary(summaries, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the root events of the threads that contain these events.
    func roots(of eventIDs: some Collection<String>) throws -> Set<String> {
        guard try hasThreads else { return [] }
        let sql = """
            SELECT DISTINCT thread_id FROM messages WHERE \(Message.isOneOfListed) AND thread_id IS NOT NULL
            """
        return try Set(db.all(sql, [chatID, IdentifierList(eventIDs)], as: String.self))
    }

    /// Returns the threads whose root is on this device and is a message.
    func known(_ threadIDs: [String]) throws -> Set<String> {
        guard !threadIDs.isEmpty else { return [] }
        let sql = """
            SELECT event_id FROM messages
            WHERE \(Message.isOneOfListed) AND \(Message.Kind.condition(\.countsAsUnread))
            """
        return try Set(db.all(sql, [chatID, IdentifierList(threadIDs)], as: String.self))
    }

    /// Returns the threads ordered by their newest replies, newest first.
    func all(limit: Int) throws -> [ChatThread] {
        // The other columns are those of the row with the greatest number.
        let sql = """
            SELECT messages.thread_id, count(*), coalesce(sum(messages.position > thread_reads.position), 0),
                max(messages.id), messages.sender, messages.timestamp
            FROM messages LEFT JOIN thread_reads
                ON thread_reads.chat_id = ?1 AND thread_reads.thread_id = messages.thread_id
            WHERE messages.chat_key = \(MessageRowID.key(of: "?1")) AND messages.thread_id IS NOT NULL
                AND \(Message.isSaidCondition)
            GROUP BY messages.thread_id ORDER BY max(messages.id) DESC LIMIT ?2
            """
        let threads = try db.all(sql, [chatID, limit]) { (id: $0[0] as String, summary: ThreadSummary(row: $0)) }
        let roots = try MessageReader(db: db).shown(threads.map(\.id), chatID: chatID).map(\.message)
        let known = Dictionary(roots.map { ($0.eventID, $0) }, uniquingKeysWith: { first, _ in first })
        return threads.map { ChatThread(threadID: $0.id, root: known[$0.id], summary: $0.summary) }
    }

    private var hasThreads: Bool {
        get throws {
            let sql = """
                SELECT EXISTS (SELECT 1 FROM messages
                    WHERE chat_key = \(MessageRowID.key(of: "?1")) AND thread_id IS NOT NULL)
                """
            return try db.value(sql, [chatID], as: Bool.self) ?? false
        }
    }
}

extension ThreadSummary {
    /// Reads the thread, the counts, and the newest message's number, sender and time.
    fileprivate init(row: ResultRow) {
        self.init(count: row[1], newCount: row[2], newestSender: row[4], newestAt: row[5])
    }
}

/// Stores the account's read positions in the threads of one chat, within a transaction.
struct ThreadWriter {
    let db: Database
    let chatID: String

    /// Starts a read position before the first reply of new threads, so that replies that arrive live are unread.
    ///
    /// - Parameter messages: the messages that arrived live.
    func begin(_ messages: [PlacedMessage]) throws {
        for placed in messages {
            guard let threadID = placed.message.threadID else { continue }
            let sql = "INSERT OR IGNORE INTO thread_reads (chat_id, thread_id, position) VALUES (?, ?, ?)"
            try db.run(sql, [chatID, threadID, placed.position - 1])
        }
    }

    /// Marks all threads as read up to the position of an event. Unknown events are ignored, and no position moves
    /// back.
    ///
    /// - Returns: the threads whose read position advanced.
    func setAll(through eventID: String) throws -> [String] {
        guard let position = try MessageReader(db: db).position(ofEventID: eventID, chatID: chatID) else { return [] }
        let sql = """
            UPDATE thread_reads SET position = ?2 WHERE chat_id = ?1 AND position < ?2 AND EXISTS (
                SELECT 1 FROM messages
                WHERE chat_key = \(MessageRowID.key(of: "?1")) AND messages.thread_id = thread_reads.thread_id
                    AND \(MessageRowID.isAfter("thread_reads.position", in: "?1"))
                    AND \(MessageRowID.isAtOrBefore("?2", in: "?1")))
            RETURNING thread_id
            """
        return try db.all(sql, [chatID, position], as: String.self)
    }

    /// Stores a read position. Unknown events are ignored, and the position never moves back.
    ///
    /// - Returns: whether the position advanced.
    func set(_ read: ThreadRead) throws -> Bool {
        guard let position = try MessageReader(db: db).position(ofEventID: read.eventID, chatID: chatID) else {
            return false
        }
        let sql = """
            INSERT INTO thread_reads (chat_id, thread_id, position) VALUES (?, ?, ?)
            ON CONFLICT (chat_id, thread_id) DO UPDATE SET position = excluded.position
                WHERE excluded.position > position
            """
        try db.run(sql, [chatID, read.threadID, position])
        return db.changesCount > 0
    }
}
