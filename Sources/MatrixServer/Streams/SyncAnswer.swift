/// Where the next sync begins, of one that was composed.
struct SyncAnswer: Sendable {
    let next: SyncToken
    /// Nothing in it is new to the client.
    let isEmpty: Bool
    /// There was more than goes into one answer.
    var hasMore = false
}
