import Glibc
import MatrixAPI

/// JSON columns. They were serialized by this server, so a value that doesn't parse means a damaged file. It reads
/// as an empty object, so that the rest of its room stays usable.
enum StoredJSON {
    static func parse(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .emptyObject }

    /// Returns the text unchanged if it is valid JSON, and `{}` otherwise.
    static func text(_ text: String) -> String { (try? JSONValue(parsing: text)) == nil ? "{}" : text }
}

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

/// The users to wake for a change, and the rooms whose members are looked up after the commit.
struct NotifiedUsers: Sendable {
    var users: Set<String> = []
    var rooms: Set<String> = []
    /// Rooms whose members changed.
    var changedRooms: Set<String> = []
}
