/// The token that opened a stream.
struct StreamToken: Hashable, Sendable {
    let caller: Caller
    /// The token's hash if the token was not used before. The device's earlier token ends then.
    let nextHash: [UInt8]?
    /// Milliseconds since 1970; `nil` if the token never expires.
    let expiresAt: Int64?
}
