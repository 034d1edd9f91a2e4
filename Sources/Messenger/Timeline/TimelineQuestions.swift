import Conversations

/// What the disk has yet to answer about a timeline, and what came meanwhile: the answer may have been read before that was kept.
struct TimelineQuestions {
    enum Change {
        case arrived(ArrivedMessages)
        case changed([PlacedMessage])
        case people([ChatMember])
        case read([ReadPlace])
    }

    /// Whether each finds the end of the timeline, in the order in which they are answered.
    private var open: [Bool] = []
    private(set) var meanwhile: [Change] = []

    /// Whether one that waits finds the end of the timeline.
    var findEnd: Bool { open.contains(true) }

    /// Whether one waits.
    var areOpen: Bool { !open.isEmpty }

    mutating func begin(findsEnd: Bool) { open.append(findsEnd) }

    /// The one that waits longest is answered.
    mutating func end() {
        if !open.isEmpty { open.removeFirst() }
        if open.isEmpty { meanwhile = [] }
    }

    mutating func note(_ change: Change) {
        if !open.isEmpty { meanwhile.append(change) }
    }
}
