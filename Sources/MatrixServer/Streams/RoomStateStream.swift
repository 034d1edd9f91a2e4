import GRDB
import MatrixAPI

/// The state of a room at the start of the timeline that goes with it (client-server API, "State").
struct RoomStateStream {
    private let composer: SyncComposer
    private let room: String
    private let timeline: TimelineSlice
    private let isFull: Bool

    init(_ composer: SyncComposer, room: String, timeline: TimelineSlice, isFull: Bool) {
        self.composer = composer
        self.room = room
        self.timeline = timeline
        self.isFull = isFull
    }

    func events() throws -> [JSONValue] {
        let state = StateTable(composer.database)
        let filter = composer.request.filter
        var events: [StoredEvent] = []
        if isFull || timeline.isLimited {
            events = try state.changes(
                in: room, after: isFull ? 0 : composer.request.since?.events ?? 0, upTo: timeline.start,
                skipsMembers: filter.loadsMembersLazily)
        }
        if filter.loadsMembersLazily {
            var members = Set(timeline.events.map(\.sender))
            if isFull { members.insert(composer.user) }
            for member in members.sorted() {
                guard let event = try state.event("m.room.member", member, in: room, upTo: timeline.start) else {
                    continue
                }
                events.append(event)
            }
        }
        return try events.filter { filter.state.allows($0) }.map(composer.view.json)
    }
}
