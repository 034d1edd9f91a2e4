import Conversations
package import Glibc
import ViewModels

/// The format of times and dates.
package struct TimeFormat: Hashable, Sendable {
    package enum Clock: String, CaseIterable, Sendable {
        /// The clock of the locale.
        case auto
        case twelve = "12"
        case twentyFour = "24"
    }

    package enum Dates: String, CaseIterable, Sendable {
        /// `21 Nov`; in earlier years `2025-11-21`.
        case dayFirst = "day-first"
        /// `Nov 21`; in earlier years `2025-11-21`.
        case monthFirst = "month-first"
        /// `2025-11-21`.
        case iso
    }

    package var clock = Clock.auto
    package var dates = Dates.dayFirst

    package init() {}
}

/// Formats times for people, in the time zone and by the clock of this machine.
package struct TimeText: Equatable, Sendable {
    private static let months = String.words("time.short-months").split(separator: " ").map(String.init)
    private static let longMonths = String.words("time.months").split(separator: " ").map(String.init)
    private static let weekdays = String.words("time.weekdays").split(separator: " ").map(String.init)
    private static let shortWeekdays = String.words("time.short-weekdays").split(separator: " ").map(String.init)

    /// The current time in milliseconds since 1970.
    let now: Int64
    package let usesTwelveHours: Bool
    let dates: TimeFormat.Dates

    package init(now: Int64, usesTwelveHours: Bool, dates: TimeFormat.Dates = .dayFirst) {
        self.now = now
        self.usesTwelveHours = usesTwelveHours
        self.dates = dates
    }

    package init(now: Int64, form: TimeFormat) {
        let usesTwelveHours =
            switch form.clock {
            case .auto: TimeText.localeUsesTwelveHours
            case .twelve: true
            case .twentyFour: false
            }
        self.init(now: now, usesTwelveHours: usesTwelveHours, dates: form.dates)
    }

    /// Formats as `09:15` or `9:15am`. The text is empty for an unknown time, as in ``short(_:)`` and ``date(_:)``.
    package func clock(_ time: Int64) -> String {
        guard time > 0 else { return "" }
        let parts = TimeText.parts(of: time)
        let minute = TimeText.twoDigits(Int(parts.tm_min))
        guard usesTwelveHours else { return "\(TimeText.twoDigits(Int(parts.tm_hour))):\(minute)" }
        let hour = Int(parts.tm_hour) % 12
        return "\(hour == 0 ? 12 : hour):\(minute)\(parts.tm_hour < 12 ? "am" : "pm")"
    }

    /// Formats a time for a list: `09:15` for today, `Yesterday`, the weekday for the five days before, and otherwise
    /// the date as ``date(_:)`` does.
    package func short(_ time: Int64) -> String {
        guard time > 0 else { return "" }
        let days = TimeText.day(now) - TimeText.day(time)
        let parts = TimeText.parts(of: time)
        if days == 0 { return clock(time) }
        if days == 1 { return .words("time.yesterday") }
        if (2..<7).contains(days) { return TimeText.shortWeekdays[Int(parts.tm_wday)] }
        return date(time)
    }

    /// Formats a date of the current year in the order of the settings, and a date of another year as `2025-11-21`.
    /// Unlike the text of ``short(_:)``, the text isn't wrong on the next day.
    package func date(_ time: Int64) -> String {
        guard time > 0 else { return "" }
        let parts = TimeText.parts(of: time)
        guard parts.tm_year == TimeText.parts(of: now).tm_year, dates != .iso else { return TimeText.iso(parts) }
        let month = TimeText.months[Int(parts.tm_mon)]
        return dates == .monthFirst ? "\(month) \(parts.tm_mday)" : "\(parts.tm_mday) \(month)"
    }

    /// Formats the line between two days: `Saturday 21 November`, with the year if it isn't the current one.
    package func longDay(_ time: Int64) -> String {
        let parts = TimeText.parts(of: time)
        let weekday = TimeText.weekdays[Int(parts.tm_wday)]
        let month = TimeText.longMonths[Int(parts.tm_mon)]
        let isThisYear = parts.tm_year == TimeText.parts(of: now).tm_year
        switch dates {
        case .dayFirst:
            return "\(weekday) \(parts.tm_mday) \(month)" + (isThisYear ? "" : " \(parts.tm_year + 1900)")
        case .monthFirst:
            return "\(weekday), \(month) \(parts.tm_mday)" + (isThisYear ? "" : ", \(parts.tm_year + 1900)")
        case .iso:
            return "\(weekday) " + TimeText.iso(parts)
        }
    }

    /// Formats a moment in the past, as in `09:15`, `Yesterday 09:15`; `–` if unknown.
    package func moment(_ time: Int64) -> String {
        guard time > 0 else { return "–" }
        return TimeText.day(now) == TimeText.day(time) ? clock(time) : "\(short(time)) \(clock(time))"
    }

    /// Returns the number of a day in this time zone; consecutive days have consecutive numbers.
    package static func day(_ time: Int64) -> Int {
        (seconds(time) + parts(of: time).tm_gmtoff).flooredQuotient(by: 86_400)
    }

    /// Returns the milliseconds from `now` to the next midnight in this time zone, never 0.
    package static func millisecondsToMidnight(from now: Int64) -> Int {
        let parts = parts(of: now)
        let seconds = Int(parts.tm_hour) * 3_600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
        return max(1, 86_400 - seconds) * 1_000
    }

    package static let localeUsesTwelveHours: Bool = {
        guard let format = nl_langinfo(Int32(T_FMT)) else { return false }
        let text = String(cString: format)
        return text.contains("%p") || text.contains("%r") || text.contains("%I")
    }()

    package static func parts(of time: Int64) -> tm {
        var seconds = time_t(Self.seconds(time))
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    /// Clamps the time: a year beyond the calendar would give an invalid month and weekday.
    private static func seconds(_ time: Int64) -> Int {
        Int(min(max(time, NumberLimits.times.lowerBound), NumberLimits.times.upperBound) / 1_000)
    }

    package static func iso(_ parts: tm) -> String {
        "\(parts.tm_year + 1900)-\(twoDigits(Int(parts.tm_mon) + 1))-\(twoDigits(Int(parts.tm_mday)))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int {
    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
