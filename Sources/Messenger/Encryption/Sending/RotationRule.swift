import MatrixAPI

/// The lifetime of a chat's session before it is replaced (client-server API, `m.room.encryption`).
struct RotationRule: Equatable {
    private static let usualCount: Int64 = 100
    private static let usualAge: Int64 = 604_800_000
    /// The minimum age, since more frequent rotation would cost more than it protects.
    private static let shortestAge: Int64 = 3_600_000

    let messages: Int64
    /// The maximum age in milliseconds.
    let age: Int64

    /// - Parameter settings: the content of `m.room.encryption` as JSON.
    init(settings: String?) {
        let json = settings.flatMap { try? JSONValue(parsing: $0) }
        messages = min(max(json?["rotation_period_msgs"]?.wholeNumber ?? Self.usualCount, 1), 10_000)
        age = max(json?["rotation_period_ms"]?.wholeNumber ?? Self.usualAge, Self.shortestAge)
    }

    func isOver(messages sent: UInt32, age passed: Int64) -> Bool {
        // A clock that was set back is treated like one that advanced.
        Int64(sent) >= messages || passed >= age || passed < -Self.shortestAge
    }
}
