/// An answer of sync, and where the next one begins.
struct SyncAnswer: Sendable {
    let json: JSONText
    let next: SyncToken
    /// Nothing in it is new to the client.
    let isEmpty: Bool
    /// There was more than goes into one answer.
    var hasMore = false
}
