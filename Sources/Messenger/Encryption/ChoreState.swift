/// The state of the background chores of an ``EncryptionEndpoint``.
struct ChoreState {
    /// The delay before a failed run is retried, in milliseconds.
    static let pause: Int64 = 30_000

    var areWanted = false
    /// Whether no more runs may start.
    var areOver = false
    var running: Task<Void, Never>?
    /// The time of the last failed run in milliseconds since 1970.
    var failedAt: Int64?
}
