import MatrixAPI

/// What is said of an event of a kind that Confab doesn't know.
enum UnknownEvent {
    /// - Returns: nothing for what a person would not miss: the state of the room, and what programs tell each other.
    static func text(of event: MatrixEvent) -> String {
        guard event.stateKey == nil, !isForPrograms(event.type) else { return "" }
        let what = "An event that Confab doesn't know (\(event.type))"
        guard let body = event.content["body"]?.string, !body.isEmpty else { return what }
        return "\(what): \(body)"
    }

    /// Signals of calls and verifications, answers in polls, places of people who walk, and the like.
    private static func isForPrograms(_ type: String) -> Bool {
        beginnings.contains { type.hasPrefix($0) } || ends.contains { type.hasSuffix($0) }
    }

    private static let beginnings = [
        "m.call.", "org.matrix.call.", "m.rtc.", "org.matrix.msc4075.rtc.", "org.matrix.msc4143.rtc.", "m.key.",
        "m.secret.", "m.room_key", "io.element.call.", "im.vector.modular.", "im.confab.", "m.dummy",
        "org.matrix.dummy_event",
    ]

    private static let ends = ["poll.response", "poll.end", ".beacon"]
}
