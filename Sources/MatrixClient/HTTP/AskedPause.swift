import Glibc

/// How long a server asks to wait (client-server API, "Rate limiting"; RFC 9110, section 10.2.3): the header counts before the
/// body, and is a number of seconds or a date.
struct AskedPause: Equatable {
    /// Not negative, a day at most: beyond that it is a mistake.
    let milliseconds: Int64

    private static let longest: Int64 = 86_400_000

    /// - Parameters:
    ///   - header: `Retry-After`.
    ///   - date: `Date` of the same answer, by which a date in the header counts: either clock may be wrong.
    ///   - body: `retry_after_ms`.
    /// - Returns: `nil` where none is asked for.
    init?(header: String?, date: String?, body: Int64?) {
        if let seconds = header.flatMap(Int64.init) {
            milliseconds = min(max(seconds, 0), Self.longest / 1_000) * 1_000
        } else if let until = header.flatMap(Self.seconds), let now = date.flatMap(Self.seconds) {
            milliseconds = min(max(until - now, 0) * 1_000, Self.longest)
        } else if let body {
            milliseconds = min(max(body, 0), Self.longest)
        } else {
            return nil
        }
    }

    /// Seconds since 1970 of a date as HTTP writes it (RFC 9110, section 5.6.7: IMF-fixdate).
    private static func seconds(_ date: String) -> Int64? {
        let words = date.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let numbers = ([words[1], words[3]] + words[4].split(separator: ":")).compactMap { Int32($0) }
        // The year has to be one that milliseconds can be counted to.
        guard numbers.count == 5, (1970...9999).contains(numbers[1]) else { return nil }
        var parts = tm()
        parts.tm_mday = numbers[0]
        parts.tm_mon = Int32(month)
        parts.tm_year = numbers[1] - 1900
        parts.tm_hour = numbers[2]
        parts.tm_min = numbers[3]
        parts.tm_sec = numbers[4]
        return Int64(timegm(&parts))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
