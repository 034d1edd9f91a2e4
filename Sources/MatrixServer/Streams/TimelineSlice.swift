import GRDB
import MatrixAPI

/// The end of a room's timeline in one answer.
///
/// A client applies `state` first and the events after it. Visibility and filters take events out of the timeline that
/// changed the state, so such events go into `state`, each only if it is the newest with its type and key. If the timeline
/// has an older event with the same type and key, this older one would win: then the timeline begins after it.
struct TimelineSlice {
    /// Oldest first, as far as the filter and the history visibility let them through.
    let events: [StoredEvent]
    /// The newest state with its type and key that `events` should have had, oldest first.
    let omittedState: [StoredEvent]
    /// Older new events were left out.
    let isLimited: Bool
    /// The place before the first event, from which `messages` goes on backwards.
    let start: Int64
    /// The part of the room that the user may see; `nil` where they were in it when all of the events came.
    private let visibility: HistoryVisibility?

    /// - Parameters:
    ///   - events: oldest first.
    ///   - omittedState: state that was seen on the way and is not in `events`, in any order.
    ///   - start: the place before the first event, with or without one that is shown.
    ///   - visibility: what the user may see of the room; `nil` where they were in it when all of the events came.
    init(
        events: [StoredEvent], omittedState: [StoredEvent], isLimited: Bool, start: Int64,
        _ visibility: HistoryVisibility? = nil
    ) {
        self.visibility = visibility
        var shown: [StateKey: Int64] = [:]
        for event in events { if let key = StateKey(event) { shown[key] = event.stream } }
        var newest: [StateKey: StoredEvent] = [:]
        for event in omittedState {
            guard let key = StateKey(event), event.stream > max(shown[key] ?? 0, newest[key]?.stream ?? 0) else {
                continue
            }
            newest[key] = event
        }
        self.omittedState = newest.values.sorted { $0.stream < $1.stream }
        let cut = newest.keys.compactMap { shown[$0] }.max()
        self.events = cut.map { cut in events.filter { $0.stream > cut } } ?? events
        self.isLimited = isLimited || cut != nil
        self.start = max(start, cut ?? 0)
    }

    /// Nothing of it would be told.
    var isEmpty: Bool { events.isEmpty && !isLimited }

    /// Somebody's membership or profile is another than before, whether the timeline shows it or not.
    var changesMembers: Bool { (events + omittedState).contains { $0.type == "m.room.member" } }

    /// In a timeline that is not limited a client has all that relates to the events, so that nothing is aggregated.
    func text(_ composer: SyncComposer) throws -> JSONText {
        let view = composer.view.with(visibility.map { .history($0) } ?? .joined)
        let relations = isLimited ? try view.relations(of: events, ignoring: composer.ignored) : [:]
        return .object([
            "events": .array(
                try events.map { try view.text($0, composer.recent, relations: relations[$0.eventID]) }),
            "limited": .value(.bool(isLimited)), "prev_batch": .value(.string(SyncToken.history(start))),
        ])
    }
}
