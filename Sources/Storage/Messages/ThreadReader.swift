import Conversations
import GRDB

/// Reads what is known of one chat's threads within a snapshot, by a number of statements that does not grow with them.
struct ThreadReader {
    let db: Database
    let chatID: String

    /// Of the threads that began with one of the events, by that.
    func summaries(of eventIDs: some Collection<String>) throws -> [String: ThreadSummary] {
        guard try hasThreads else { return [:] }
        // The other columns are those of the row with the greatest number.
        let sql = """
            SELECT messages.thread_id, count(*), coalesce(sum(messages.position > thread_reads.position), 0),
                max(messages.id), messages.sender, messages.timestamp
            FROM messages LEFT JOIN thread_reads
                ON thread_reads.chat_id = ?1 AND thread_reads.thread_id = messages.thread_id
            WHERE messages.chat_key = \(MessagePlace.key(of: "?1"))
                AND messages.thread_id IN (SELECT value FROM json_each(?2)) AND \(Message.isSaidCondition)
            GROUP BY messages.thread_id
            """
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(eventIDs)]))
        return Dictionary(
            rows.map { row in
                let summary = ThreadSummary(
                    count: row[1], newCount: row[2], newestSender: row[4], newestAt: row[5])
                return (row[0] as String, summary)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The beginnings of the threads in which these events were said.
    func roots(of eventIDs: some Collection<String>) throws -> Set<String> {
        guard try hasThreads else { return [] }
        let sql = """
            SELECT DISTINCT thread_id FROM messages WHERE \(Message.isOneOfListed) AND thread_id IS NOT NULL
            """
        return try String.fetchSet(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(eventIDs)]))
    }

    /// Those of the threads whose beginning is on this device, and is something said.
    func known(_ threadIDs: [String]) throws -> Set<String> {
        guard !threadIDs.isEmpty else { return [] }
        let sql = """
            SELECT event_id FROM messages
            WHERE \(Message.isOneOfListed) AND \(Message.Kind.condition(\.countsAsUnread))
            """
        return try String.fetchSet(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(threadIDs)]))
    }

    /// Those in which somebody else said something since the account read there, the one with the oldest of that first.
    func unread(userID: String) throws -> [UnreadThread] {
        guard try hasThreads else { return [] }
        let sql = """
            SELECT \(Message.shownColumns)
            FROM \(Message.shownTables) JOIN thread_reads
                ON thread_reads.chat_id = ?1 AND thread_reads.thread_id = messages.thread_id
            WHERE messages.chat_key = \(MessagePlace.key(of: "?1")) AND messages.thread_id IS NOT NULL
                AND messages.position > thread_reads.position AND messages.sender <> ?2
                AND messages.sender NOT IN (SELECT user_id FROM ignored_people) AND \(Message.isSaidCondition)
            ORDER BY messages.id LIMIT 500
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([chatID, userID]))
        var (order, messages) = ([String](), [String: [Message]]())
        for message in rows.map({ Message(row: $0, at: 0) }) {
            guard let threadID = message.threadID else { continue }
            if messages[threadID] == nil { order.append(threadID) }
            messages[threadID, default: []].append(message)
        }
        return order.map { UnreadThread(threadID: $0, messages: messages[$0] ?? []) }
    }

    /// Where what is new in a thread begins.
    func unreadPart(of threadID: String, userID: String) throws -> UnreadPart? {
        let sql = "SELECT position FROM thread_reads WHERE chat_id = ? AND thread_id = ?"
        let arguments = try StatementArguments.whole([chatID, threadID])
        guard let read = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        let new = try unread(userID: userID).first { $0.threadID == threadID }?.messages ?? []
        let first = try new.first.flatMap { try MessageReader(db: db).position(ofEventID: $0.eventID, chatID: chatID) }
        return UnreadPart(
            after: read, first: first, firstEventID: new.first?.eventID, count: new.count, isWhole: true)
    }

    private var hasThreads: Bool {
        get throws {
            let sql = """
                SELECT EXISTS (SELECT 1 FROM messages
                    WHERE chat_key = \(MessagePlace.key(of: "?1")) AND thread_id IS NOT NULL)
                """
            return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])) ?? false
        }
    }
}
