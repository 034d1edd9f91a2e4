import GRDB
import MatrixAPI
import SearchWords

/// Events that the index of words takes in together.
struct WordSlice: Sendable {
    struct Entry: Sendable {
        let stream: Int64
        let room: String
        let sender: String
        let key: SearchedKey
        let text: String
    }

    /// The place and the identifier of the last event that was looked at; `nil` where there is none.
    private(set) var last: (stream: Int64, eventID: String)?
    private(set) var entries: [Entry] = []
    /// The places of what was redacted.
    private(set) var removed: [Int64] = []

    /// What came after a place, oldest first.
    static func newer(_ database: Database, after place: Int64, limit: Int) throws -> WordSlice {
        try WordSlice(database, "stream > ? ORDER BY stream", place, limit)
    }

    /// What was there up to a place, newest first.
    static func older(_ database: Database, upTo place: Int64, limit: Int) throws -> WordSlice {
        try WordSlice(database, "stream <= ? ORDER BY stream DESC", place, limit)
    }

    private init(_ database: Database, _ condition: String, _ place: Int64, _ limit: Int) throws {
        let events = EventsTable(database)
        for event in try events.select("\(condition) LIMIT ?", [place, limit]) {
            last = (event.stream, event.eventID)
            if event.type == "m.room.redaction", let id = event.content["redacts"]?.string,
                let redacted = try events.event(id: id, in: event.room), redacted.redactedBy != nil
            {
                removed.append(redacted.stream)
            }
            // What is encrypted says nothing here, and what was redacted no more.
            guard event.redactedBy == nil, let key = SearchedKey(type: event.type),
                let text = key.text(of: event.content)
            else { continue }
            entries.append(
                Entry(stream: event.stream, room: event.room, sender: event.sender, key: key, text: text))
        }
    }
}
