/// By which token a stream was opened.
struct StreamToken: Hashable, Sendable {
    let caller: Caller
    /// Its hash where it was not used before, so that the device's earlier one ends.
    let nextHash: [UInt8]?
    /// Milliseconds since 1970; `nil`: never.
    let expiresAt: Int64?
}
