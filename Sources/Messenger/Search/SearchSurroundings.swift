import Conversations

/// What was said around a message that was found.
package struct SearchSurroundings: Hashable, Sendable {
    let hit: SearchHit
    /// In the order of the chat, the message among them.
    let lines: [SearchHit]
}
