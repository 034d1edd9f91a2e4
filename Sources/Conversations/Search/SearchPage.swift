/// A page of search results, newest first.
package struct SearchPage: Hashable, Sendable {
    package var hits: [SearchHit]
    /// The sort key before which more results may exist; `nil` if this is the last page.
    package var next: Int64?

    package init(hits: [SearchHit], next: Int64?) {
        self.hits = hits
        self.next = next
    }
}
