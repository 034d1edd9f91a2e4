import Conversations

/// Messages that came live.
struct ArrivedMessages {
    let messages: [PlacedMessage]
    /// Whether nobody looked when they came.
    let marksNew: Bool
    /// Whether all was read before they came, so that the unread begins anew.
    var movesLine = false
    let ownUserID: String
    /// People whose words are not shown.
    var ignored: Set<String> = []
}
