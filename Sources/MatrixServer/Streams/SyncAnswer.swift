/// The end of a sync that was composed, from which the next one begins.
struct SyncAnswer: Sendable {
    let next: SyncToken
    /// Nothing in it is new to the client.
    let isEmpty: Bool
    /// There was more than goes into one answer.
    var hasMore = false
}
