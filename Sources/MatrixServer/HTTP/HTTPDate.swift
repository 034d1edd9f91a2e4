import Glibc
import Synchronization

/// The HTTP date format (RFC 9110, section 5.6.7), as in `Sat, 21 Nov 2026 13:00:00 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let last = Mutex((time: -1, text: ""))

    /// Works as ``text(of:)`` but caches the last text, since every response contains the present time.
    static func lastText(of time: Int) -> String {
        last.withLock { last in
            if last.time != time { last = (time, text(of: time)) }
            return last.text
        }
    }

    /// - Parameter time: Seconds since 1970.
    static func text(of time: Int) -> String {
        var seconds = time
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits($0) }.joined(separator: ":")
        let date = "\(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
