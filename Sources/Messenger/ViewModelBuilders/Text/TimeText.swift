import Glibc

/// Times as people read them, in the time zone and by the clock of this machine.
struct TimeText {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let longMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Milliseconds since 1970.
    let now: Int64
    let usesTwelveHours: Bool

    init(now: Int64, usesTwelveHours: Bool = TimeText.localeUsesTwelveHours) {
        self.now = now
        self.usesTwelveHours = usesTwelveHours
    }

    /// As in `09:15`, or `9:15am`.
    func clock(_ time: Int64) -> String {
        let parts = TimeText.parts(of: time)
        let minute = TimeText.twoDigits(Int(parts.tm_min))
        guard usesTwelveHours else { return "\(TimeText.twoDigits(Int(parts.tm_hour))):\(minute)" }
        let hour = Int(parts.tm_hour) % 12
        return "\(hour == 0 ? 12 : hour):\(minute)\(parts.tm_hour < 12 ? "am" : "pm")"
    }

    /// For a list: today `09:15`, then `Yesterday`, the weekday for a week, `21 Nov` this year, `2025-11-21` before.
    func short(_ time: Int64) -> String {
        let days = TimeText.day(now) - TimeText.day(time)
        let parts = TimeText.parts(of: time)
        if days == 0 { return clock(time) }
        if days == 1 { return "Yesterday" }
        if (2..<7).contains(days) { return String(TimeText.weekdays[Int(parts.tm_wday)].prefix(3)) }
        if parts.tm_year == TimeText.parts(of: now).tm_year {
            return "\(parts.tm_mday) \(TimeText.months[Int(parts.tm_mon)])"
        }
        return "\(parts.tm_year + 1900)-\(TimeText.twoDigits(Int(parts.tm_mon) + 1))-"
            + TimeText.twoDigits(Int(parts.tm_mday))
    }

    /// For the line between two days: `Saturday 21 November`, with the year where it is another one.
    func longDay(_ time: Int64) -> String {
        let parts = TimeText.parts(of: time)
        let day = "\(TimeText.weekdays[Int(parts.tm_wday)]) \(parts.tm_mday) \(TimeText.longMonths[Int(parts.tm_mon)])"
        return parts.tm_year == TimeText.parts(of: now).tm_year ? day : "\(day) \(parts.tm_year + 1900)"
    }

    /// A moment in the past, as in `09:15`, `Yesterday 09:15`.
    func moment(_ time: Int64) -> String {
        TimeText.day(now) == TimeText.day(time) ? clock(time) : "\(short(time)) \(clock(time))"
    }

    /// The number of a day in this time zone; days in a row have numbers in a row.
    static func day(_ time: Int64) -> Int {
        let seconds = Int(time / 1_000)
        return (seconds + parts(of: time).tm_gmtoff).flooredQuotient(by: 86_400)
    }

    /// Milliseconds from `now` to the next midnight in this time zone, never 0.
    static func millisecondsToMidnight(from now: Int64) -> Int {
        let parts = parts(of: now)
        let seconds = Int(parts.tm_hour) * 3_600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
        return max(1, 86_400 - seconds) * 1_000
    }

    static let localeUsesTwelveHours: Bool = {
        guard let format = nl_langinfo(Int32(T_FMT)) else { return false }
        let text = String(cString: format)
        return text.contains("%p") || text.contains("%r") || text.contains("%I")
    }()

    private static func parts(of time: Int64) -> tm {
        var seconds = time_t(time / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int {
    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
