import Conversations

/// Messages that the server gave in one piece, and what it said of their surroundings.
struct TimelineBatch {
    enum Start {
        /// They go on from what was known when they were asked for. Where that is nothing, the token asks for what is
        /// before them.
        case known(orGap: String?)
        /// Messages may be missing before them; the token asks for those.
        case gap(token: String?)
        /// Nothing is before them.
        case beginning
    }

    enum End {
        /// The newest there is.
        case now
        /// The stored message at this position, which has a gap before it.
        case gap(position: Int64)
    }

    /// Oldest first.
    let messages: [Message]
    let start: Start
    let end: End
}
