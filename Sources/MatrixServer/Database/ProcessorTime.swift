import GRDB
import GRDBSQLite
import Glibc

/// A read of the database used the processor for too long.
struct ProcessorTimeExceeded: Error {}

extension Database {
    /// How many instructions of SQLite's virtual machine run between two checks of the time.
    private static let step: Int32 = 2_000

    /// Reads with a limit for the processor's time, so that no request keeps a reader from others for long. The time
    /// that other programs use doesn't count.
    ///
    /// - Throws: ``ProcessorTimeExceeded`` if a statement runs after the time, or what `body` throws.
    func withProcessorTime<Value>(_ limit: Duration, _ body: (Database) throws -> Value) throws -> Value {
        var end = Self.processorTime &+ Int64(min(limit / .nanoseconds(1), 1e18))
        return try withUnsafeMutablePointer(to: &end) { end in
            sqlite3_progress_handler(
                sqliteConnection, Self.step,
                { end in end.map { Database.processorTime > $0.load(as: Int64.self) } == true ? 1 : 0 }, end)
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            do {
                return try body(self)
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_INTERRUPT && Self.processorTime > end.pointee
            {
                throw ProcessorTimeExceeded()
            }
        }
    }

    /// The time that this thread has used the processor, in nanoseconds.
    private static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
