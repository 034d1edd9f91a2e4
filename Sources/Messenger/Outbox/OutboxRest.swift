/// How long lines wait for their next try.
struct OutboxRest: Hashable, Sendable {
    /// In milliseconds, of the clock of whoever keeps it.
    var until: Int64
    /// The server asked for it: nobody ends it earlier.
    var isServersWish: Bool
}
