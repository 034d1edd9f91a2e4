import GRDB

/// Finds the new events of a room's timeline (client-server API, "Timeline").
struct TimelineStream {
    /// NOTSPEC: a filter that allows almost nothing is matched against this many events of a room, and the client
    /// continues with `messages`.
    private static let maxSeen = 1000

    private let composer: SyncComposer
    private let room: String
    private let isNew: Bool
    private let end: Int64
    private let lastForeign: Int64

    /// - Parameters:
    ///   - isNew: Whether the client knows nothing of the room yet.
    ///   - end: The last position that may be shown; for a room that was left, the position of the leave.
    ///   - lastForeign: The position after which only changes of the user's own membership are shown, as after leaving.
    init(_ composer: SyncComposer, room: String, isNew: Bool, upTo end: Int64, lastForeign: Int64 = .max) {
        self.composer = composer
        self.room = room
        self.isNew = isNew
        self.end = end
        self.lastForeign = lastForeign
    }

    func slice() throws -> TimelineSlice {
        let begin = isNew ? 0 : composer.request.since?.events ?? 0
        let limit = composer.request.filter.timelineLimit
        var found = Found()
        // The limit counts the events that the filter allows, so that a client that requests texts gets as many of
        // them.
        var (place, size) = (end, limit + 1)
        while !found.isLimited {
            let page = try EventsTable(composer.database)
                .newest(in: room, after: begin, upTo: place, limit: size, composer.recent.event)
            let related = try composer.request.filter.timeline.relatives(of: page.events, in: room, composer.database)
            for event in page.events {
                found.add(event, isWanted: isWanted(event, related), isOwn: isOwn(event), limit: limit)
            }
            guard page.hasMore, let last = page.events.last else { break }
            (place, size) = (last.stream - 1, max(size, 500))
            if found.seen >= TimelineStream.maxSeen { found.isLimited = true }
        }
        let start = found.events.last.map { $0.stream - 1 } ?? end
        var events: [StoredEvent] = found.events
        var omitted: [StoredEvent] = found.omittedState
        var visibility: HistoryVisibility?
        if isNew || found.holdsOwn || lastForeign < end {
            let history = try HistoryVisibility(composer.database, user: composer.user, room: room)
            visibility = history
            let isShown = { (event: StoredEvent) in
                isOwn(event) || event.stream <= lastForeign && history.allows(event.stream)
            }
            omitted += events.filter { $0.stateKey != nil && !isShown($0) }
            events = events.filter(isShown)
        }
        return TimelineSlice(
            events: events.reversed(), omittedState: omitted.filter { $0.stream <= lastForeign },
            isLimited: found.isLimited, start: start, visibility)
    }

    private func isWanted(_ event: StoredEvent, _ related: Set<String>?) -> Bool {
        composer.request.filter.timeline.allows(event, related) && !event.isHidden(from: composer.ignored)
    }

    private func isOwn(_ event: StoredEvent) -> Bool {
        event.type == "m.room.member" && event.stateKey == composer.user
    }

    /// The events found going backwards, newest first.
    private struct Found {
        var events: [StoredEvent] = []
        /// State that the filter doesn't allow.
        var omittedState: [StoredEvent] = []
        var isLimited = false
        var holdsOwn = false
        var seen = 0
        var bytes = 0

        mutating func add(_ event: StoredEvent, isWanted: Bool, isOwn: Bool, limit: Int) {
            guard !isLimited else { return }
            seen += 1
            if isOwn { holdsOwn = true }
            let isKept = isWanted || event.stateKey != nil
            bytes += isKept ? event.size : 0
            // At least one event is included, or the client would never advance.
            if bytes > EventPage.mostBytes, !events.isEmpty || !omittedState.isEmpty { isLimited = true }
            guard !isLimited else { return }
            guard isWanted else {
                if event.stateKey != nil { omittedState.append(event) }
                return
            }
            if events.count == limit { isLimited = true } else { events.append(event) }
        }
    }
}
