import GRDB
import MatrixAPI

/// The end of a room's timeline in a response.
///
/// A client applies `state` first and the events after it. Visibility and filters remove events from the timeline
/// that changed the state. Such an event goes into `state` if it is the newest with its type and key. If the
/// timeline has an older event with the same type and key, this older one would win: then the timeline begins after
/// it.
struct TimelineSlice {
    /// The events that the filter and the history visibility allow, oldest first.
    let events: [StoredEvent]
    /// The newest state with its type and key that is missing from `events`, oldest first.
    let omittedState: [StoredEvent]
    /// Whether older new events were left out.
    let isLimited: Bool
    /// The position before the first event, from which `messages` continues backwards.
    let start: Int64
    /// The part of the room that the user may see; `nil` if they were in it when all of the events were sent.
    private let visibility: HistoryVisibility?

    /// - Parameters:
    ///   - events: The events, oldest first.
    ///   - omittedState: State that was read and is not in `events`, in any order.
    ///   - start: The position before the first event that was read, whether or not it is shown.
    ///   - visibility: The part of the room that the user may see; `nil` if they were in it when all of the events
    ///     were sent.
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

    /// Whether the slice has nothing to report.
    var isEmpty: Bool { events.isEmpty && !isLimited }

    /// Whether a membership or profile changed, whether the timeline shows it or not.
    var changesMembers: Bool { (events + omittedState).contains { $0.type == "m.room.member" } }

    /// Returns the timeline as JSON. If it is not limited, a client gets all relations of the events anyway, so
    /// that nothing is aggregated.
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
