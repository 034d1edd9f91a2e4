/// The delay before the next try.
struct OutboxRest: Hashable, Sendable {
    /// The end of the delay, in milliseconds of the owner's clock.
    var until: Int64
    /// Whether the server requested the delay. Then it is never shortened.
    var isServersWish: Bool
}
