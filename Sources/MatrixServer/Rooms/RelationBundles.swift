import GRDB
import MatrixAPI

/// The aggregations of events in `unsigned` as `m.relations` (client-server API, "Aggregations of child events").
///
/// A single statement finds the children of all events of a page, and another reads the children that are included.
/// The newest events of threads have children as well, which takes both statements once more. The work for each
/// event is bounded.
struct RelationBundles {
    /// NOTSPEC: a thread is counted up to this.
    private static let maxCounted = 10_000
    /// NOTSPEC: the maximum number of events in a chunk of `m.reference`.
    private static let maxReferences = 1000
    /// NOTSPEC: the newest edit is searched among this many of the last ones by the sender.
    private static let maxEdits = 100

    private let database: Database
    private let user: String
    private let ignored: Set<String>
    private let visibility: HistoryVisibility?

    /// - Parameters:
    ///   - ignored: The users whose events are not aggregated.
    ///   - visibility: The part of the room that the user may see; `nil` if everything after the events is visible.
    init(_ database: Database, user: String, ignored: Set<String>, visibility: HistoryVisibility?) {
        self.database = database
        self.user = user
        self.ignored = ignored
        self.visibility = visibility
    }

    /// Returns the aggregations of events of a room, by the identifiers of the events that have any.
    ///
    /// - Parameters:
    ///   - includesThreads: Whether events may be the root of a thread.
    ///   - render: Renders a child with its own aggregations as JSON.
    func all(
        of events: [StoredEvent], includesThreads: Bool = true, _ render: (StoredEvent, JSONValue?) throws -> JSONValue
    ) throws -> [String: JSONValue] {
        let parents = events.filter { $0.stateKey == nil }
        guard let room = parents.first?.room else { return [:] }
        let found = try children(of: parents, in: room)
        guard !found.isEmpty else { return [:] }
        let told = found.flatMap { [$0.edit, includesThreads ? $0.latest : nil] }.compactMap(\.self)
        let rows = try EventsTable(database).events(at: told)
        let latest = includesThreads ? found.compactMap { $0.latest.flatMap { rows[$0] } } : []
        let inner = latest.isEmpty ? [:] : try all(of: latest, includesThreads: false, render)
        let senders = Dictionary(parents.map { ($0.eventID, $0) }) { first, _ in first }
        var bundles: [String: JSONValue] = [:]
        for item in found {
            guard let parent = senders[item.parent] else { continue }
            var bundle = JSONValue.emptyObject
            if let edit = item.edit.flatMap({ rows[$0] }), parent.redactedBy == nil {
                bundle["m.replace"] = try render(edit, nil)
            }
            if let latest = item.latest.flatMap({ rows[$0] }), includesThreads {
                bundle["m.thread"] = [
                    "count": .integer(item.count), "latest_event": try render(latest, inner[latest.eventID]),
                    "current_user_participated": .bool(item.hasOwn || parent.sender == user),
                ]
            }
            if !item.references.isEmpty {
                bundle["m.reference"] = ["chunk": .array(item.references.map { ["event_id": .string($0)] })]
            }
            if bundle != .emptyObject { bundles[item.parent] = bundle }
        }
        return bundles
    }

    /// The relations of an event. Numbers are positions.
    private struct Children {
        let parent: String
        let count: Int64
        let latest: Int64?
        let hasOwn: Bool
        let references: [String]
        let edit: Int64?
    }

    private func children(of parents: [StoredEvent], in room: String) throws -> [Children] {
        let list = parents.map { event -> JSONValue in
            // An edit can't be edited itself.
            let isEdit = event.content["m.relates_to"]?["rel_type"]?.string == "m.replace"
            return [.string(event.eventID), .string(isEdit ? "" : event.sender), .string(event.type)]
        }
        let ranges = visibility.map { visibility in
            visibility.ranges.map { range -> JSONValue in [.integer(range.lowerBound), .integer(range.upperBound)] }
        }
        return try database.allRows(
            RelationBundles.statement,
            [
                room, JSONValue.array(list).serializedText, user,
                JSONValue.array(ignored.sorted().map(JSONValue.string)).serializedText,
                ranges.map { JSONValue.array($0).serializedText },
            ]
        ).map { row in
            let references = StoredJSON.parse(row[4]).array ?? []
            return Children(
                parent: row[0], count: row[1], latest: row[2], hasOwn: row[3],
                references: references.compactMap(\.string), edit: row[5])
        }
    }

    /// `?1` the room, `?2` the parents, each with its sender and type, `?3` the user, `?4` the users whom they
    /// ignore, `?5` the visible ranges.
    private static let statement = """
        WITH parent AS MATERIALIZED (
            SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS sender,
                json_extract(value, '$[2]') AS type
            FROM json_each(?2)
            WHERE EXISTS (SELECT 1 FROM events e WHERE e.room_id = ?1 AND \(target) = json_extract(value, '$[0]'))
        ), visible AS MATERIALIZED (
            SELECT json_extract(value, '$[0]') AS first, json_extract(value, '$[1]') AS last FROM json_each(?5)
        )
        SELECT id,
            (SELECT count(*) FROM (SELECT 1 FROM events e WHERE \(child("m.thread")) AND \(seen) LIMIT \(maxCounted))),
            (SELECT e.stream FROM events e WHERE \(child("m.thread")) AND \(seen) ORDER BY e.stream DESC LIMIT 1),
            EXISTS (SELECT 1 FROM events e WHERE \(child("m.thread")) AND e.sender = ?3),
            (SELECT json_group_array(event_id) FROM (SELECT event_id FROM (
                SELECT e.event_id, e.stream FROM events e INDEXED BY events_by_relation_kind
                WHERE \(child("m.reference")) AND \(seen) LIMIT \(maxReferences)
            ) ORDER BY stream)),
            (SELECT stream FROM (
                SELECT e.stream, e.timestamp, e.event_id FROM events e
                WHERE \(child("m.replace")) AND e.sender = parent.sender AND e.type = parent.type
                    AND e.state_key IS NULL AND \(seen)
                    AND (e.type = 'm.room.encrypted' OR json_type(e.content, '$."m.new_content"') = 'object')
                ORDER BY e.stream DESC LIMIT \(maxEdits)
            ) ORDER BY timestamp DESC, event_id DESC LIMIT 1)
        FROM parent
        """

    private static let target = #"json_extract(e.content, '$."m.relates_to".event_id')"#

    private static func child(_ kind: String) -> String {
        "e.room_id = ?1 AND \(target) = parent.id AND json_extract(e.content, '$.\"m.relates_to\".rel_type') = '\(kind)'"
    }

    private static let seen = """
        e.sender NOT IN (SELECT value FROM json_each(?4)) AND (?5 IS NULL OR EXISTS (
            SELECT 1 FROM visible WHERE e.stream BETWEEN visible.first AND visible.last))
        """
}
