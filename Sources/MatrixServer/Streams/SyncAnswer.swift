/// The result of composing a sync, with the token from which the next one begins.
struct SyncAnswer: Sendable {
    let next: SyncToken
    /// Whether it has nothing new for the client.
    let isEmpty: Bool
    /// Whether there was more than fits into a response.
    var hasMore = false
}
