/// The request of a sync, by long poll or stream.
struct SyncRequest: Sendable {
    let caller: Caller
    /// `nil` for the first sync.
    var since: SyncToken?
    let filter: SyncFilter
    /// Whether to include the whole state, even if the client knows it (client-server API, `full_state`).
    var wantsFullState: Bool

    var isInitial: Bool { since == nil }
}
