import Conversations

/// The messages around a search result.
package struct SearchSurroundings: Hashable, Sendable {
    let hit: SearchHit
    /// The messages in order, including the result.
    let lines: [SearchHit]
}
