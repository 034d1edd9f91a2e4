import GRDB

/// Finds the new events of a room's timeline (client-server API, "Timeline").
struct TimelineStream {
    /// NOTSPEC: a filter that lets next to nothing through is held against this many events of a room, and the client goes on
    /// by `messages`.
    private static let mostSeen = 1000

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
        let begin = isNew ? 0 : composer.request.since?.events ?? 0
        let limit = composer.request.filter.timelineLimit
        var found = Found()
        var (place, size) = (end, limit + 1)
        // The limit counts what the filter lets through, so that a client that asks for texts gets as many of them.
        while !found.isLimited {
            let page = try EventsTable(composer.database)
                .newest(in: room, after: begin, upTo: place, limit: size, composer.recent.event)
            for event in page { found.take(event, isWanted: isWanted(event), isOwn: isOwn(event), limit: limit) }
            guard page.count == size, let last = page.last else { break }
            (place, size) = (last.stream - 1, max(size, 500))
            if found.seen >= TimelineStream.mostSeen { found.isLimited = true }
        }
        var events = found.events
        let start = events.last.map { $0.stream - 1 } ?? end
        if isNew || found.holdsOwn {
            let visibility = try HistoryVisibility(composer.database, user: composer.user, room: room)
            events = events.filter { visibility.allows($0.stream) || isOwn($0) }
        }
        return TimelineSlice(
            events: events.reversed(), isLimited: found.isLimited, start: start, isUnchanged: found.seen == 0)
    }

    private func isWanted(_ event: StoredEvent) -> Bool {
        composer.request.filter.timeline.allows(event) && !event.isHidden(from: composer.ignored)
    }

    private func isOwn(_ event: StoredEvent) -> Bool {
        event.type == "m.room.member" && event.stateKey == composer.user
    }

    /// What was found on the way back, newest first.
    private struct Found {
        var events: [StoredEvent] = []
        var isLimited = false
        var holdsOwn = false
        var seen = 0

        mutating func take(_ event: StoredEvent, isWanted: Bool, isOwn: Bool, limit: Int) {
            guard !isLimited else { return }
            seen += 1
            if isOwn { holdsOwn = true }
            guard isWanted else { return }
            if events.count == limit { isLimited = true } else { events.append(event) }
        }
    }
}
