/// What an ``EncryptionEndpoint`` has to do by itself.
struct ChoreState {
    /// After which what could not be done is tried again, in milliseconds.
    static let pause: Int64 = 30_000

    var areWanted = false
    /// Whether nothing is begun any more.
    var areOver = false
    var running: Task<Void, Never>?
    /// When it could not be done, milliseconds since 1970.
    var failedAt: Int64?
}
