import Conversations

/// Messages that the server gave in one piece, and what it said of their surroundings.
struct TimelineBatch {
    enum Start {
        /// They go on from what was known when they were asked for. Where that is nothing, the token asks for what is
        /// before them.
        case known(orGap: String?)
        /// Messages may be missing before them; the token asks for those.
        case gap(token: String?)
        /// They go on from this event, which came with an earlier piece of the same answer.
        case event(id: String)
        /// Nothing is before them.
        case beginning
    }

    enum End {
        /// The newest there is.
        case now
        /// These events, oldest first, which later pieces of the same answer bring; the last is the newest there is.
        case events(ids: [String])
        /// The stored message at this position, which has a gap before it.
        case gap(position: Int64)
    }

    /// Oldest first.
    let messages: [Message]
    let start: Start
    let end: End
}

extension TimelineBatch {
    /// What a sync says of a timeline, or a piece of that.
    init(_ timeline: ChatChange.Timeline) {
        let token = timeline.previousBatch
        let start: Start =
            if let id = timeline.precedingEventID {
                .event(id: id)
            } else {
                timeline.isLimited ? .gap(token: token) : .known(orGap: token)
            }
        let following = timeline.followingEventIDs
        self.init(messages: timeline.messages, start: start, end: following.isEmpty ? .now : .events(ids: following))
    }

    /// All events that it has or names.
    var eventIDs: [String] {
        var ids = messages.map(\.eventID)
        if case .event(let id) = start { ids.append(id) }
        if case .events(let following) = end { ids += following }
        return ids
    }
}
