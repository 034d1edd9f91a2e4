import GRDB
import MatrixAPI

/// All events of all rooms, in a single order.
struct EventsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// SQL for the rooms with events after a position and up to another.
    static let changedRooms = "SELECT room_id FROM events WHERE stream > ? AND stream <= ?"

    private static let columns = """
        stream, event_id, room_id, type, state_key, sender, timestamp, content, replaces, redacted_by, device_id,
        transaction_id
        """

    func event(id: String, in room: String) throws -> StoredEvent? {
        try database.firstRow(
            "SELECT \(EventsTable.columns) FROM events WHERE event_id = ? AND room_id = ?", [id, room]
        ).map(StoredEvent.init)
    }

    func event(at stream: Int64) throws -> StoredEvent? {
        try database.firstRow("SELECT \(EventsTable.columns) FROM events WHERE stream = ?", [stream])
            .map(StoredEvent.init)
    }

    /// Returns the events at these positions, by position. If they don't fit on a page, only the newest are returned.
    func events(at streams: [Int64]) throws -> [Int64: StoredEvent] {
        guard !streams.isEmpty else { return [:] }
        let list = JSONValue.array(streams.map(JSONValue.integer)).serializedText
        let events = try page(
            "stream IN (SELECT value FROM json_each(?)) ORDER BY stream DESC", [list], limit: streams.count
        ).events
        return Dictionary(events.map { ($0.stream, $0) }) { first, _ in first }
    }

    /// Returns events after `after` and up to `upTo`, newest first, as far as a page goes.
    ///
    /// - Parameter read: Makes an event from a row.
    func newest(
        in room: String, after: Int64, upTo: Int64, limit: Int, _ read: (Row) -> StoredEvent = { StoredEvent($0) }
    ) throws -> EventPage {
        try page("\(EventsTable.between) ORDER BY stream DESC", [room, after, upTo], limit: limit, read)
    }

    /// Returns events after `after` and up to `upTo`, oldest first, as far as a page goes.
    func oldest(in room: String, after: Int64, upTo: Int64, limit: Int) throws -> EventPage {
        try page("\(EventsTable.between) ORDER BY stream", [room, after, upTo], limit: limit)
    }

    private static let between = "room_id = ? AND stream > ? AND stream <= ?"

    /// Returns the events for which a condition holds, up to a count and to ``EventPage/mostBytes``.
    ///
    /// - Parameters:
    ///   - condition: The condition with the order.
    ///   - index: The index, as for ``select(_:_:index:)``.
    ///   - read: Makes an event from a row.
    func page(
        _ condition: String, _ arguments: Database.Arguments, limit: Int, index: String? = nil,
        _ read: (Row) -> StoredEvent = { StoredEvent($0) }
    ) throws -> EventPage {
        let indexed = index.map { "INDEXED BY \($0)" } ?? ""
        var page = EventPage()
        try database.rows(
            "SELECT \(EventsTable.columns) FROM events \(indexed) WHERE \(condition) LIMIT ?", arguments + [limit + 1]
        ) { row in
            if page.events.count == limit || page.bytes > EventPage.mostBytes {
                page.hasMore = true
            } else {
                page.events.append(read(row))
                page.bytes += page.events.last?.size ?? 0
            }
            return !page.hasMore
        }
        return page
    }

    /// Calls `body` with the events for which a condition holds, until it returns `false`.
    ///
    /// - Parameter condition: The condition with the order.
    func each(
        _ condition: String, _ arguments: Database.Arguments, while body: (StoredEvent) throws -> Bool
    ) throws {
        try database.rows("SELECT \(EventsTable.columns) FROM events WHERE \(condition)", arguments) { row in
            try body(StoredEvent(row))
        }
    }

    /// Returns the events for which a condition holds. The condition may contain an order and a limit.
    ///
    /// - Parameter index: The index that SQLite has to use; `nil` lets SQLite choose.
    func select(
        _ condition: String, _ arguments: Database.Arguments, index: String? = nil
    ) throws -> [StoredEvent] {
        let indexed = index.map { "INDEXED BY \($0)" } ?? ""
        return try database.allRows(
            "SELECT \(EventsTable.columns) FROM events \(indexed) WHERE \(condition)", arguments
        )
        .map(StoredEvent.init)
    }

    /// Returns the position of the newest event of all.
    func latestStream() throws -> Int64 { try database.integer("SELECT max(stream) FROM events") ?? 0 }

    /// - Parameters:
    ///   - tip: The end of the room after the event.
    ///   - isUnmarked: Whether the event has no `m.mentions` and may name users in its text.
    func insert(
        _ event: StoredEvent, _ draft: EventDraft, _ tip: RoomTip, notifies: Bool, senderOrdinal: Int64,
        isUnmarked: Bool
    ) throws {
        try database.run(
            """
            INSERT INTO events (stream, event_id, room_id, type, state_key, sender, timestamp, content, replaces,
            device_id, transaction_id, transaction_key, depth, notifies, notify_ordinal, sender_ordinal, is_unmarked)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                event.stream, event.eventID, event.room, event.type, event.stateKey, event.sender, event.timestamp,
                draft.contentText, event.replaces, event.deviceID, event.transactionID, draft.transaction?.key,
                tip.depth, notifies ? 1 : 0, tip.notifyOrdinal, senderOrdinal, isUnmarked ? 1 : nil,
            ])
    }

    /// Permanently deletes the content that a redaction removes.
    func redact(_ event: StoredEvent, keeping content: JSONValue, by redaction: String) throws {
        try database.run(
            """
            UPDATE events SET content = ?, redacted_by = ?, notifies = CASE notifies WHEN 1 THEN 2 ELSE notifies END,
            is_unmarked = NULL WHERE stream = ?
            """, [content.serializedText, redaction, event.stream])
        for table in ["highlights", "room_mentions"] {
            try database.run("DELETE FROM \(table) WHERE room_id = ? AND stream = ?", [event.room, event.stream])
        }
    }
}

extension EventsTable {
    /// Returns the event that this use of a transaction identifier made.
    ///
    /// - Parameter time: The earliest time of the event, in milliseconds since 1970.
    func eventID(of transaction: SentTransaction, since time: Int64) throws -> String? {
        try database.firstRow(
            """
            SELECT event_id FROM events WHERE transaction_key = ? AND sender = ? AND device_id = ?
            AND transaction_id = ? AND timestamp >= ?
            """,
            [transaction.key, transaction.caller.userID, transaction.caller.deviceID, transaction.transactionID, time]
        ).map { $0[0] }
    }
}

/// A page of the requested events, in their order.
struct EventPage {
    /// The bytes of contents after which a page takes no further event: a thousand events may have 64 MB, and
    /// parsed many times that.
    static let mostBytes = 1 << 20

    var events: [StoredEvent] = []
    /// Whether there are more events after the page.
    var hasMore = false
    /// The size of all contents.
    var bytes = 0
}
