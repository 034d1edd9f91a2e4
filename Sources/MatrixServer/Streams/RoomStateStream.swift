import GRDB
import MatrixAPI

/// The state of a room at the start of the timeline that goes with it (client-server API, "State").
struct RoomStateStream {
    private let composer: SyncComposer
    private let room: String
    private let timeline: TimelineSlice
    private let isFull: Bool
    private let end: Int64

    /// - Parameter end: The position after which the user may not see the state.
    init(_ composer: SyncComposer, room: String, timeline: TimelineSlice, isFull: Bool, upTo end: Int64 = .max) {
        self.composer = composer
        self.room = room
        self.timeline = timeline
        self.isFull = isFull
        self.end = min(timeline.start, end)
    }

    func events() throws -> [JSONText] {
        let state = StateTable(composer.database)
        let filter = composer.request.filter
        let isLazy = filter.loadsMembersLazily
        var events: [StateKey: StoredEvent] = [:]
        if isFull || timeline.isLimited {
            let changes = try state.changes(
                in: room, after: isFull ? 0 : composer.request.since?.events ?? 0, upTo: end,
                // After a gap, all changed members are included: the client may know an outdated version of a member.
                skipsMembers: isLazy && isFull)
            for event in changes { if let key = StateKey(event) { events[key] = event } }
        }
        var members: [String: StoredEvent] = [:]
        for event in timeline.omittedState {
            guard let key = StateKey(event) else { continue }
            if event.type == "m.room.member" { members[key.key] = event }
            if !isLazy || !isFull || event.type != "m.room.member" { events[key] = event }
        }
        var told = events.values.sorted { $0.stream < $1.stream }
        if isLazy {
            var wanted = Set(timeline.events.map(\.sender))
            if isFull { wanted.insert(composer.user) }
            wanted.subtract(told.filter { $0.type == "m.room.member" }.compactMap(\.stateKey))
            for member in wanted.sorted() {
                guard
                    let event = try members[member]
                        ?? state.event("m.room.member", member, in: room, upTo: end, composer.recent.event)
                else { continue }
                told.append(event)
            }
        }
        return try told.filter { filter.state.allows(try whole($0)) }.map { event in
            guard event.isContentLeftOut else { return try composer.view.text(event, composer.recent) }
            return .written { try composer.view.text(try whole(event), composer.recent).write(into: $0) }
        }
    }

    private func whole(_ event: StoredEvent) throws -> StoredEvent {
        guard event.isContentLeftOut else { return event }
        return try EventsTable(composer.database).event(at: event.stream) ?? event
    }
}
