import Engine

/// Events of the clock.
package enum DayEvent: RoutedEvent {
    /// A new day began: today's messages are now yesterday's.
    case began
}

/// The current day, which times are shown relative to.
package struct DayModel {
    /// The time at which it was noticed that the day began, in milliseconds since 1970.
    package private(set) var now: Int64 = 0
    /// The end of the day, in milliseconds since 1970.
    package private(set) var end: Int64 = 0

    package mutating func begin(at now: Int64) {
        self.now = now
        end = now + Int64(TimeText.millisecondsToMidnight(from: now))
    }
}
