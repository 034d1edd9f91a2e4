import Conversations

/// Consecutive messages from a server's response, and their surroundings according to the server.
struct TimelineBatch {
    enum Start {
        /// The messages continue the timeline that was known at the time of the request. If no messages were known, the
        /// token requests the messages before this batch.
        case known(orGap: String?)
        /// Messages may be missing before the batch. The token requests them.
        case gap(token: String?)
        /// They follow this event from an earlier piece of the same response.
        case event(id: String)
        /// They are at the beginning of the timeline.
        case beginning
    }

    enum End {
        /// They include the newest message.
        case now
        /// These events follow, oldest first, in later pieces of the same response. The last of them is the newest
        /// one.
        case events(ids: [String])
        /// They precede the stored message at this position, which has a gap before it.
        case gap(position: Int64)
    }

    /// Oldest first.
    let messages: [Message]
    let start: Start
    let end: End
}

extension TimelineBatch {
    /// Converts the timeline of a sync, or a piece of it.
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

    /// All events that it contains or names.
    var eventIDs: [String] {
        var ids = messages.map(\.eventID)
        if case .event(let id) = start { ids.append(id) }
        if case .events(let following) = end { ids += following }
        return ids
    }
}
