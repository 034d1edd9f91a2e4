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

    func text(_ composer: SyncComposer) throws -> JSONText {
        .object([
            "events": .array(try events.map { try composer.view.text($0, composer.recent) }),
            "limited": .value(.bool(isLimited)), "prev_batch": .value(.string(SyncToken.history(start))),
        ])
    }
}
