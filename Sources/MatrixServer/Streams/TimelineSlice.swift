import GRDB
import MatrixAPI

/// The end of a room's timeline that one answer holds.
struct TimelineSlice {
    /// Oldest first, as far as the filter lets them through.
    let events: [StoredEvent]
    /// Older new events were left out.
    let isLimited: Bool
    /// The place before the first event, from which `messages` goes on backwards.
    let start: Int64
    /// Nothing new happened at all, filtered or not.
    let isUnchanged: Bool

    func json(_ composer: SyncComposer) throws -> JSONValue {
        [
            "events": .array(try events.map(composer.view.json)), "limited": .bool(isLimited),
            "prev_batch": .string(SyncToken.history(start)),
        ]
    }
}
