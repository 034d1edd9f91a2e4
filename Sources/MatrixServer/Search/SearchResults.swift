import GRDB
import MatrixAPI
import SearchWords

/// Builds the response from the results of the word index. It includes and counts only events that the caller may see.
final class SearchResults {
    /// The number of the newest matches that are read. The next page continues with the matches before them.
    static let maxFound = 10_000
    /// NOTSPEC: the best matches are chosen among this many of the newest, since each has to be read.
    static let maxRanked = 2_000
    /// NOTSPEC: the number of events read for a page when a filter may allow few. The next page continues behind them.
    static let maxRead = 1_000
    /// The bytes of the contents in a response, including the context of the matches. The next page continues
    /// behind them.
    private static let mostBytes = 1 << 20
    /// The bytes of the rooms' state in a response. NOTSPEC: state beyond that is left out; `rooms/{roomID}/state`
    /// returns it.
    private static let maxStateBytes = 1 << 20

    private let database: Database
    private let request: SearchRequest
    private let caller: Caller
    private let view: EventView
    private let ignored: Set<String>
    private var bytes = 0
    private var seen: [String: HistoryVisibility] = [:]

    init(_ database: Database, _ caller: Caller, _ request: SearchRequest) throws {
        self.database = database
        self.request = request
        self.caller = caller
        view = EventView(database, caller)
        ignored = try AccountDataTable(database).ignored(by: caller.userID)
    }

    func json(_ found: [FoundWords], isCut: Bool) throws -> JSONValue {
        let visible = try found.filter { try sees($0) }
        let ordered = request.order == .rank ? ranked(visible) : visible
        let offset = min(request.place?.offset ?? 0, ordered.count)
        var page: [StoredEvent] = []
        var results: [JSONValue] = []
        var highlights: Set<String> = []
        var end = offset
        while end < ordered.count, page.count < request.limit, end - offset < Self.maxRead, bytes < Self.mostBytes {
            if let event = try EventsTable(database).event(at: ordered[end].stream), event.redactedBy == nil,
                request.allows(event)
            {
                page.append(event)
                results.append(try result(event, &highlights))
            }
            end += 1
        }
        let count = request.place?.count ?? visible.count
        let relations = try relations(of: page)
        for (index, event) in page.enumerated() {
            results[index]["result"] = try rendered(event, relations[event.eventID])
        }
        var json: JSONValue = ["count": .integer(Int64(count)), "results": .array(results)]
        json["highlights"] = .array(highlights.sorted().prefix(100).map(JSONValue.string))
        if let next = next(ordered, end: end, found, isCut: isCut, count: count) {
            json["next_batch"] = .string(next.text)
        }
        if !request.groups.isEmpty { json["groups"] = groups(page, ordered, end: end, count: count) }
        if request.includesState { json["state"] = try state(of: page) }
        return json
    }

    private func next(
        _ ordered: [FoundWords], end: Int, _ found: [FoundWords], isCut: Bool, count: Int
    ) -> SearchCursor? {
        let group = request.place?.group ?? ""
        if end < ordered.count {
            return place(before: end > 0 ? ordered[end - 1].stream : .max, found, end: end, count: count, group: group)
        }
        guard isCut, request.order == .recent, let last = found.last else { return nil }
        return SearchCursor(before: last.stream, count: count, group: group)
    }

    private func place(
        before: Int64, _ found: [FoundWords], end: Int, count: Int, group: String
    ) -> SearchCursor {
        guard request.order == .rank else { return SearchCursor(before: before, count: count, group: group) }
        // Later events can't be inserted into the order of a search that has begun.
        let newest = request.place?.before ?? (found.map(\.stream).max() ?? 0) + 1
        return SearchCursor(before: newest, offset: end, count: count, group: group)
    }

    private func sees(_ found: FoundWords) throws -> Bool {
        if ignored.contains(found.sender) { return false }
        let visibility =
            try seen[found.room] ?? HistoryVisibility(database, user: caller.userID, room: found.room)
        seen[found.room] = visibility
        return visibility.hasJoined && visibility.allows(found.stream)
    }

    private func ranked(_ found: [FoundWords]) -> [FoundWords] {
        found.map { item in
            let tokens = (item.words ?? "").split(separator: " ").map { SearchToken(text: String($0), range: 0..<0) }
            return (item, rank: request.terms.rank(of: tokens))
        }
        .sorted { ($0.rank, $0.0.stream) > ($1.rank, $1.0.stream) }.map(\.0)
    }

    private func relations(of page: [StoredEvent]) throws -> [String: JSONValue] {
        var relations: [String: JSONValue] = [:]
        for (room, events) in Dictionary(grouping: page, by: \.room) {
            relations.merge(try view(of: room).relations(of: events, ignoring: ignored)) { first, _ in first }
        }
        return relations
    }

    private func view(of room: String) -> EventView { view.with(seen[room].map { .history($0) } ?? .unknown) }

    private func rendered(_ event: StoredEvent, _ relations: JSONValue?) throws -> JSONValue {
        try view(of: event.room).json(event, relations: relations)
    }

    /// Returns all but the event itself, which is added once the relations of all events are known.
    private func result(_ event: StoredEvent, _ highlights: inout Set<String>) throws -> JSONValue {
        let text = SearchedKey(type: event.type)?.text(of: event.content) ?? ""
        let tokens = SearchTokenizer.tokens(of: text)
        bytes += event.size
        highlights.formUnion(request.terms.words(in: text, tokens))
        var json: JSONValue = ["rank": .double(request.terms.rank(of: tokens))]
        if let context = request.context {
            json["context"] = try self.context(
                of: event, before: context.before, after: context.after, hasProfiles: context.hasProfiles)
        }
        return json
    }

    private func context(
        of event: StoredEvent, before: Int, after: Int, hasProfiles: Bool
    ) throws -> JSONValue {
        let events = EventsTable(database)
        let view = view(of: event.room)
        let isSeen: (StoredEvent) -> Bool = { [ignored] other in
            self.seen[event.room]?.allows(other.stream) == true && !other.isHidden(from: ignored)
        }
        let allEarlier = try events.newest(in: event.room, after: 0, upTo: event.stream - 1, limit: before).events
        let allLater = try events.oldest(in: event.room, after: event.stream, upTo: .max, limit: after).events
        let (earlier, later) = (allEarlier.filter(isSeen), allLater.filter(isSeen))
        bytes += (allEarlier + allLater).reduce(0) { $0 + $1.size }
        var json: JSONValue = [
            "events_before": .array(try earlier.map { try view.json($0) }),
            "events_after": .array(try later.map { try view.json($0) }),
            "start": .string(SyncToken.history((earlier.last?.stream ?? event.stream) - 1)),
            "end": .string(SyncToken.history(later.last?.stream ?? event.stream)),
        ]
        guard hasProfiles else { return json }
        var profiles = JSONValue.emptyObject
        for sender in Set(([event] + (earlier + later)).map(\.sender)) {
            let member = try StateTable(database).event("m.room.member", sender, in: event.room, upTo: event.stream)
            var profile = JSONValue.emptyObject
            for name in ["displayname", "avatar_url"] { profile[name] = member?.content[name] }
            profiles[sender] = profile
        }
        json["profile_info"] = profiles
        return json
    }

    private func groups(
        _ page: [StoredEvent], _ ordered: [FoundWords], end: Int, count: Int
    ) -> JSONValue {
        var json = JSONValue.emptyObject
        for group in request.groups {
            let name: (StoredEvent) -> String = { group == .room ? $0.room : $0.sender }
            var members = JSONValue.emptyObject
            for (key, events) in Dictionary(grouping: page, by: name) {
                let order = page.firstIndex { name($0) == key } ?? 0
                var member: JSONValue = [
                    "order": .integer(Int64(order)), "results": .array(events.map { .string($0.eventID) }),
                ]
                let all = ordered.enumerated().filter { (group == .room ? $0.element.room : $0.element.sender) == key }
                if all.contains(where: { $0.offset >= end }), let last = events.last {
                    let shown = all.count { $0.offset < end }
                    let place = place(
                        before: last.stream, ordered, end: shown, count: all.count, group: key)
                    member["next_batch"] = .string(place.text)
                }
                members[key] = member
            }
            json[group.rawValue] = members
        }
        return json
    }

    private func state(of page: [StoredEvent]) throws -> JSONValue {
        var json = JSONValue.emptyObject
        var bytes = 0
        for room in Set(page.map(\.room)).sorted() {
            let last = try ReadablePosition.last(database, caller.userID, room)
            var events: [JSONValue] = []
            try StateTable(database).eachChange(in: room, after: 0, upTo: last) { event in
                events.append(try view.json(event))
                bytes += event.size
                return bytes < Self.maxStateBytes
            }
            json[room] = .array(events)
            guard bytes < Self.maxStateBytes else { break }
        }
        return json
    }
}
