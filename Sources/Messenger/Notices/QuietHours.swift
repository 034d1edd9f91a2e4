import Glibc

/// The daily period without notifications, on the days on which it begins.
package struct QuietHours: Hashable, Sendable {
    /// The start in minutes after midnight. An end that is not after the start is on the next day.
    package var start: Int
    package var end: Int
    package var days: Set<Weekday>

    package init(start: Int, end: Int, days: Set<Weekday> = Set(Weekday.allCases)) {
        self.start = start
        self.end = end
        self.days = days
    }

    package func hold(on day: Weekday, minute: Int) -> Bool {
        if start < end { return days.contains(day) && (start..<end).contains(minute) }
        return days.contains(day) && minute >= start || days.contains(day.previous) && minute < end
    }

    /// Whether the time is within the period, by the local time of this machine.
    ///
    /// - Parameter now: the time in milliseconds since 1970.
    package func hold(at now: Int64) -> Bool {
        let parts = TimeText.parts(of: now)
        let days = Weekday.allCases
        return hold(
            on: days[(Int(parts.tm_wday) + 6) % days.count], minute: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    }
}
