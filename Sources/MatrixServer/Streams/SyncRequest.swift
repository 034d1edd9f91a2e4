/// What one sync, by long poll or stream, is to answer.
struct SyncRequest: Sendable {
    let caller: Caller
    /// `nil` for the first sync.
    var since: SyncToken?
    let filter: SyncFilter
    /// Everything of the state, though it may be known (client-server API, `full_state`).
    var wantsFullState: Bool

    var isInitial: Bool { since == nil }
}
