import Conversations

/// Pending questions to the disk, and the changes since. An answer may have been read before those
/// changes were stored.
struct TimelineQuestions {
    enum Change {
        case arrived(ArrivedMessages)
        case changed([PlacedMessage])
        case people([ChatMember])
        case read([ReadPlace])
    }

    /// Whether each pending question finds the end of the timeline, in the order of the answers.
    private var open: [Bool] = []
    private(set) var meanwhile: [Change] = []

    /// Whether a pending question finds the end of the timeline.
    var findEnd: Bool { open.contains(true) }

    /// Whether a question is pending.
    var areOpen: Bool { !open.isEmpty }

    mutating func begin(findsEnd: Bool) { open.append(findsEnd) }

    /// Removes the oldest question, which is answered.
    mutating func end() {
        if !open.isEmpty { open.removeFirst() }
        if open.isEmpty { meanwhile = [] }
    }

    mutating func note(_ change: Change) {
        if !open.isEmpty { meanwhile.append(change) }
    }
}
