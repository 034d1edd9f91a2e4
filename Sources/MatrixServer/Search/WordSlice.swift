import GRDB
import MatrixAPI
import SearchWords

/// Events that the word index adds together.
///
/// A slice is bounded in events and in bytes, since searches wait for it: a thousand messages may have sixty million
/// bytes of words. Long texts are deferred: they cost most and few searches need them. So a flood of them doesn't
/// delay others' short messages.
struct WordSlice: Sendable {
    struct Entry: Sendable {
        let stream: Int64
        let room: String
        let sender: String
        let key: SearchedKey
        let text: String
    }

    /// The bytes of texts that are indexed at a time.
    static let maxTextBytes = 256 << 10
    /// The bytes of contents that are read at a time.
    static let maxReadBytes = 2 << 20
    /// The maximum in bytes of a text that is indexed at once; a longer text is deferred.
    static let longestAtOnce = 4 << 10

    /// The position and the identifier of the last event that was read; `nil` if there is none.
    private(set) var last: (stream: Int64, eventID: String)?
    private(set) var entries: [Entry] = []
    /// The positions of redacted events.
    private(set) var removed: [Int64] = []
    /// The positions of events with long texts, which are deferred.
    private(set) var putOff: [Int64] = []
    /// The positions of deferred events that are done now.
    private(set) var done: [Int64] = []
    /// The bytes of the entries' texts.
    private(set) var textBytes = 0

    /// Returns the events after a position, oldest first.
    static func newer(_ database: Database, after place: Int64, limit: Int) throws -> WordSlice {
        try WordSlice(database, "stream > ? ORDER BY stream", place, limit)
    }

    /// Returns the events up to a position, newest first.
    static func older(_ database: Database, upTo place: Int64, limit: Int) throws -> WordSlice {
        try WordSlice(database, "stream <= ? ORDER BY stream DESC", place, limit)
    }

    /// Returns some of the deferred events.
    static func putOff(_ database: Database, _ places: [Int64]) throws -> WordSlice {
        var slice = WordSlice()
        for place in places where slice.textBytes < maxTextBytes {
            slice.done.append(place)
            if let event = try EventsTable(database).event(at: place), let entry = entry(of: event) {
                slice.add(entry)
            }
        }
        return slice
    }

    private init() {}

    private init(_ database: Database, _ condition: String, _ place: Int64, _ limit: Int) throws {
        let events = EventsTable(database)
        var (count, bytes) = (0, 0)
        try events.each(condition, [place]) { event in
            last = (event.stream, event.eventID)
            count += 1
            bytes += event.size
            if event.type == "m.room.redaction", let id = event.content["redacts"]?.string,
                let redacted = try events.event(id: id, in: event.room), redacted.redactedBy != nil
            {
                removed.append(redacted.stream)
            }
            if let entry = Self.entry(of: event) {
                if entry.text.utf8.count > Self.longestAtOnce { putOff.append(event.stream) } else { add(entry) }
            }
            return count < limit && bytes < Self.maxReadBytes && textBytes < Self.maxTextBytes
        }
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        textBytes += entry.text.utf8.count
    }

    /// Returns `nil` for encrypted and for redacted events, which have no text to index.
    private static func entry(of event: StoredEvent) -> Entry? {
        guard event.redactedBy == nil, let key = SearchedKey(type: event.type), let text = key.text(of: event.content)
        else { return nil }
        return Entry(stream: event.stream, room: event.room, sender: event.sender, key: key, text: text)
    }
}
