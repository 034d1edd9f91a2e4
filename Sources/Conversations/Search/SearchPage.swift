/// What a search found, the newest first.
package struct SearchPage: Hashable, Sendable {
    package var hits: [SearchHit]
    /// Before which place more may be found; `nil` where this is all.
    package var next: Int64?

    package init(hits: [SearchHit], next: Int64?) {
        self.hits = hits
        self.next = next
    }
}
