import MatrixAPI

/// Decides which events of unknown types are shown.
enum UnknownEvent {
    /// - Returns: `false` for events that users don't miss: room state and messages between programs.
    static func isForPeople(_ event: MatrixEvent) -> Bool {
        event.stateKey == nil && !isForPrograms(event.type)
    }

    /// Call signaling, verification, live locations and the like.
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
