import Glibc

/// The time as Matrix counts it.
enum Timestamp {
    /// Milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    static let day: Int64 = 24 * 3600 * 1000
}
