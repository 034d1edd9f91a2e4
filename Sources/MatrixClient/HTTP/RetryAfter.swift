import Glibc

/// The pause that a server asks for (client-server API, "Rate limiting"; RFC 9110, section 10.2.3). The header
/// takes precedence over the body, and is a number of seconds or a date.
struct RetryAfter: Equatable {
    /// The pause, from 0 to one day. A longer one counts as a mistake of the server.
    let milliseconds: Int64

    private static let longest: Int64 = 86_400_000

    /// - Parameters:
    ///   - header: `Retry-After`.
    ///   - date: the header `Date` of the same response. A date in `Retry-After` is relative to it, since either
    ///     clock may be wrong.
    ///   - body: `retry_after_ms`.
    /// - Returns: `nil` if there is no pause.
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

    /// Returns the seconds since 1970 of a date in HTTP's format (RFC 9110, section 5.6.7: IMF-fixdate).
    private static func seconds(_ date: String) -> Int64? {
        let words = date.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let numbers = ([words[1], words[3]] + words[4].split(separator: ":")).compactMap { Int32($0) }
        // The milliseconds of other years may overflow.
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
