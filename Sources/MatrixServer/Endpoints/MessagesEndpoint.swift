import GRDB
import MatrixAPI

/// `GET messages` (client-server API, "Syncing", history of a room).
enum MessagesEndpoint {
    /// The maximum number of events read for a page when a filter may allow few of them.
    private static let maxFiltered = 1000

    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let room = call.room
        let direction = call.target["dir"] ?? "b"
        guard direction == "b" || direction == "f" else { throw EndpointError.invalid("dir is b or f") }
        let limit = min(max(try call.number("limit") ?? 10, 1), 1000)
        let (from, to) = (try call.token("from")?.events, try call.token("to")?.events)
        let filter = try FilterArgument.parse(call.target["filter"])
        return try await call.server.compose(for: caller.userID) { database in
            let isBack = direction == "b"
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            let start = try from ?? (isBack ? events.latestStream() : 0)
            let allowed = EventFilter(filter)
            let most = allowed.isNarrow ? max(limit, maxFiltered) : limit
            // Hidden events beside the page are skipped, so that no page is empty because of them.
            let visible = visibility.ranges
            let first = (isBack ? visible.last { $0.lowerBound <= start } : visible.first { $0.upperBound > start })
            let page =
                try isBack
                ? events.newest(in: room, after: to ?? 0, upTo: min(start, first?.upperBound ?? 0), limit: most)
                : events.oldest(
                    in: room, after: max(start, first.map { $0.lowerBound - 1 } ?? .max), upTo: to ?? .max, limit: most)
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            let related = try allowed.relatives(of: page.events, in: room, database)
            var shown: [StoredEvent] = []
            var lastSeen: StoredEvent?
            for event in page.events {
                guard shown.count < limit else { break }
                lastSeen = event
                guard visibility.allows(event.stream), allowed.allows(event, related), !event.isHidden(from: ignored)
                else {
                    continue
                }
                shown.append(event)
            }
            let view = EventView(database, caller, .history(visibility))
            var json: JSONValue = [
                "start": .string(SyncToken.history(start)),
                "chunk": .array(try view.json(shown, ignoring: ignored)),
            ]
            // Without an `end`, the client knows that there are no more events, or no more that it may see.
            if let last = lastSeen, page.hasMore || last.stream != page.events.last?.stream,
                visible.contains(where: { isBack ? $0.lowerBound < last.stream : $0.upperBound > last.stream })
            {
                json["end"] = .string(SyncToken.history(isBack ? last.stream - 1 : last.stream))
            }
            if filter?["lazy_load_members"]?.bool == true {
                let place = shown.map(\.stream).max() ?? start
                let members = try Set(shown.map(\.sender)).sorted().compactMap {
                    try StateTable(database).event("m.room.member", $0, in: room, upTo: place)
                }
                json["state"] = .array(try members.map { try EventView(database, caller).json($0) })
            }
            return json
        }
    }
}
