/// Where a ``SyncLoop`` puts an answer that is long to get until it is applied, so that it need not be asked for again.
package struct AnswerCache: Sendable {
    /// Puts an answer's body there, beside the token that it was asked for with.
    let keep: @Sendable (_ body: [UInt8], _ since: String?) async -> Void
    /// What an earlier run put there for that token.
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

    /// What is asked for again costs little below it.
    static let leastBytes = 1 << 20

    /// A first sync is long to get however short it is.
    static func isFor(_ since: String?, size: Int) -> Bool { since == nil || size >= leastBytes }
}
