import MatrixAPI

/// Tells which events of a kind that Confab doesn't know are worth a word.
enum UnknownEvent {
    /// - Returns: `false` for what a person would not miss: the state of the room, and what programs tell each other.
    static func isForPeople(_ event: MatrixEvent) -> Bool {
        event.stateKey == nil && !isForPrograms(event.type)
    }

    /// Signals of calls and verifications, places of people who walk, and the like.
    private static func isForPrograms(_ type: String) -> Bool {
        beginnings.contains { type.hasPrefix($0) } || ends.contains { type.hasSuffix($0) }
    }

    private static let beginnings = [
        "m.call.", "org.matrix.call.", "m.rtc.", "org.matrix.msc4075.rtc.", "org.matrix.msc4143.rtc.", "m.key.",
        "m.secret.", "m.room_key", "io.element.call.", "im.vector.modular.", "im.confab.", "m.dummy",
        "org.matrix.dummy_event",
    ]

    private static let ends = [".beacon"]
}
