import Conversations
import GRDB

/// Inserts messages between existing ones, within a transaction. All later messages move to make room, each of them
/// once.
struct MissedHistoryMerge {
    private struct Run {
        /// The messages, newest first.
        var messages: [Message]
        /// The position of the following message; `nil` for the end.
        let next: Int64?
    }

    private let db: Database
    private let chatID: String
    private let gaps: Set<Int64>
    private var runs: [Run] = []
    /// The event that follows the next page: the oldest of the received ones so far.
    private(set) var nextEventID: String?
    /// Whether the page reaches the oldest stored message, which has a gap before it.
    private(set) var isAtBeginning = false

    /// - Parameters:
    ///   - page: the messages, newest first.
    ///   - nextEventID: the event that follows the page, if it is known.
    init(_ page: [Message], before nextEventID: String?, chatID: String, db: Database) throws {
        (self.db, self.chatID, self.nextEventID) = (db, chatID, nextEventID)
        gaps = Set(
            try db.all("SELECT position FROM gaps WHERE chat_id = ?", [chatID], as: Int64.self))
        let eventIDs = page.map(\.eventID) + [nextEventID].compactMap(\.self)
        let positions = try MessageReader(db: db).positions(ofEventIDs: eventIDs, chatID: chatID)
        var next = nextEventID.flatMap { positions[$0] }
        // The following event is not stored anymore, or was before a gap. Positions are unknown until a stored
        // message is found.
        var isAdrift = nextEventID != nil && next == nil
        var run: [Message] = []
        for message in page {
            guard let position = positions[message.eventID] else {
                run.append(message)
                continue
            }
            if let next, position >= next { continue }
            // Messages that arrived after the request for the page belong after it.
            if !isAdrift { try put(run, before: next ?? following(position)) }
            (isAdrift, run, next, self.nextEventID) = (false, [], position, message.eventID)
        }
        if isAdrift || next.map(gaps.contains) == true {
            if let oldest = run.last { self.nextEventID = oldest.eventID }
        } else {
            try put(run, before: next)
        }
        isAtBeginning = try next.map { try gaps.contains($0) && isOldest($0) } ?? false
    }

    /// - Returns: the new messages by position.
    func write() throws -> [PlacedMessage] {
        var placed: [PlacedMessage] = []
        var (shift, upper) = (Int64(runs.reduce(0) { $0 + $1.messages.count }), Int64.max)
        // Begins with the newest run, so that no move overwrites a later run.
        for run in runs {
            let count = Int64(run.messages.count)
            let end: Int64
            if let next = run.next {
                try move(from: next, upTo: upper, by: shift)
                (upper, end) = (next, next + shift)
            } else {
                end = try atEnd() + shift
            }
            shift -= count
            placed += run.messages.enumerated().map { PlacedMessage(message: $1, position: end - 1 - Int64($0)) }
        }
        return placed.reversed()
    }

    /// Adds a run, unless it is before a gap. Messages before a gap arrive when it is filled.
    private mutating func put(_ run: [Message], before next: Int64?) throws {
        guard !run.isEmpty, next.map({ !gaps.contains($0) }) ?? true else { return }
        runs.append(Run(messages: run, next: next))
        nextEventID = run.last?.eventID
    }

    private func move(from first: Int64, upTo upper: Int64, by shift: Int64) throws {
        let range = "\(MessageRowID.isAtOrAfter("?2", in: "?1")) AND \(MessageRowID.isBefore("?3", in: "?1"))"
        let (first, upper) = (MessageRowID.bound(first), MessageRowID.bound(upper))
        // The search index knows messages by their IDs: both the previous and the new ones are indexed again.
        let queue = SearchQueue(db: db)
        try queue.add(where: range, [chatID, first, upper])
        // First moves the messages to unused IDs, because the target IDs are still in use by their neighbors.
        try db.run("UPDATE messages SET id = -id WHERE \(range)", [chatID, first, upper])
        try db.run("UPDATE messages SET id = ? - id WHERE id < 0", [shift])
        try queue.add(where: range, [chatID, first + shift, MessageRowID.bound(upper + shift)])
        let reads = """
            UPDATE thread_reads SET position = position + ?4 WHERE chat_id = ?1 AND position >= ?2 AND position < ?3
            """
        try db.run(reads, [chatID, first, upper, shift])
        for gap in gaps.filter({ first <= $0 && $0 < upper }).sorted(by: >) {
            try db.run("UPDATE gaps SET position = ? WHERE chat_id = ? AND position = ?", [gap + shift, chatID, gap])
        }
    }

    private func atEnd() throws -> Int64 {
        let isOfChat = MessageRowID.isIn("?1")
        let newest = "SELECT position FROM messages WHERE \(isOfChat) ORDER BY id DESC LIMIT 1"
        let last = try db.value(newest, [chatID], as: Int64.self)
        return last.map { $0 + 1 } ?? 0
    }

    private func following(_ position: Int64) throws -> Int64? {
        let isAfter = MessageRowID.isAfter("?2", in: "?1")
        let sql = "SELECT position FROM messages WHERE \(isAfter) ORDER BY id LIMIT 1"
        return try db.value(sql, [chatID, MessageRowID.bound(position)], as: Int64.self)
    }

    private func isOldest(_ position: Int64) throws -> Bool {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM messages WHERE \(MessageRowID.isBefore("?2", in: "?1")))"
        return try db.value(sql, [chatID, MessageRowID.bound(position)], as: Bool.self) ?? false
    }
}
