/// Stores an expensive response of a ``SyncLoop`` until it is applied, so that it need not be requested again.
package struct AnswerCache: Sendable {
    /// Stores a response's body with the token of its request.
    let keep: @Sendable (_ body: [UInt8], _ since: String?) async -> Void
    /// Returns the response that an earlier run stored for the token.
    let kept: @Sendable (_ since: String?) async -> [UInt8]?
    let clear: @Sendable () -> Void

    package init(
        keep: @escaping @Sendable (_ body: [UInt8], _ since: String?) async -> Void,
        kept: @escaping @Sendable (_ since: String?) async -> [UInt8]?,
        clear: @escaping @Sendable () -> Void
    ) {
        self.keep = keep
        self.kept = kept
        self.clear = clear
    }

    /// The size below which a response is cheap to request again.
    static let leastBytes = 1 << 20

    /// Whether to store a response. A first sync takes long even if its response is small.
    static func isFor(_ since: String?, size: Int) -> Bool { since == nil || size >= leastBytes }
}
