import Foundation
import GRDB

/// As many rows with as many bytes as a sync of ten thousand events, in slices of the same size, into a table without an index.
struct BareInserts {
    static let name = "bare inserts of as many rows"

    /// Of a file that is gone afterwards.
    let path: String
    /// In all.
    let bytes: Int

    /// - Returns: how long it took, in milliseconds.
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
