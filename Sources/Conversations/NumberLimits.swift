/// The ranges of numbers that come from a server, a file or a database. Within them, sums and differences never
/// overflow.
///
/// A number out of range is replaced when it enters ``Chat``, ``Message`` and similar types. An out-of-range number
/// stored by an earlier version would otherwise crash the program at each start.
package enum NumberLimits {
    /// The number of members of a chat, or of unread messages.
    package static let counts = 0...1_000_000_000

    /// Milliseconds since 1970, up to the end of the year 9999. 0 means "not known".
    package static let times: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Returns the count, or the nearest one within ``counts``.
    package static func count(_ value: Int) -> Int { min(max(value, counts.lowerBound), counts.upperBound) }

    /// Returns the time, or 0 if it is outside ``times``.
    package static func time(_ value: Int64) -> Int64 { times.contains(value) ? value : 0 }
}
