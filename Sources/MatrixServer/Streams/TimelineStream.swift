import GRDB

/// Finds the new events of a room's timeline (client-server API, "Timeline").
struct TimelineStream {
    private let composer: SyncComposer
    private let room: String
    private let isNew: Bool
    private let end: Int64

    /// - Parameters:
    ///   - isNew: the client knows nothing of the room yet.
    ///   - end: the last place that may be shown; for a room that was left, where that happened.
    init(_ composer: SyncComposer, room: String, isNew: Bool, upTo end: Int64) {
        self.composer = composer
        self.room = room
        self.isNew = isNew
        self.end = end
    }

    func slice() throws -> TimelineSlice {
        let limit = composer.request.filter.timelineLimit
        let begin = isNew ? 0 : composer.request.since?.events ?? 0
        var events = try EventsTable(composer.database).newest(in: room, after: begin, upTo: end, limit: limit + 1)
        let mayBeHidden = isNew || events.contains { $0.type == "m.room.member" && $0.stateKey == composer.user }
        let isLimited = events.count > limit
        if isLimited { events.removeLast() }
        let start = events.last.map { $0.stream - 1 } ?? end
        let isUnchanged = events.isEmpty
        if mayBeHidden {
            let visibility = try HistoryVisibility(composer.database, user: composer.user, room: room)
            events = events.filter { visibility.allows($0.stream) }
        }
        events = events.filter { composer.request.filter.timeline.allows($0) && !$0.isHidden(from: composer.ignored) }
        return TimelineSlice(
            events: events.reversed(), isLimited: isLimited, start: start, isUnchanged: isUnchanged)
    }
}
