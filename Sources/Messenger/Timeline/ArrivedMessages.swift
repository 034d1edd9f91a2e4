import Conversations

/// Messages that arrived live.
struct ArrivedMessages {
    let messages: [PlacedMessage]
    /// Whether the user wasn't looking when they arrived.
    let marksNew: Bool
    /// Whether everything before was read, so that the line for new messages moves to them.
    var movesLine = false
    let ownUserID: String
    /// Ignored people, whose messages aren't shown.
    var ignored: Set<String> = []
}
