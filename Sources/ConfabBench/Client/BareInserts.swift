import Foundation
import GRDB

/// Inserts as many rows and bytes as a sync of ten thousand events. The slices have the same size, and the table
/// has no index.
struct BareInserts {
    static let name = "bare inserts of as many rows"

    /// The path of a temporary file, which is removed afterwards.
    let path: String
    /// The total number of bytes.
    let bytes: Int

    /// - Returns: The duration in milliseconds.
    func run() throws -> Double {
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { try $0.execute(sql: "CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)") }
        let row = String(repeating: "x", count: bytes / ApplyMeasurement.events)
        let began = ContinuousClock.now
        for _ in 0..<ApplyMeasurement.events / 500 {
            try pool.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO bare (body) VALUES (?)")
                for _ in 0..<500 { try statement.execute(arguments: [row]) }
            }
        }
        return (ContinuousClock.now - began).milliseconds
    }
}
