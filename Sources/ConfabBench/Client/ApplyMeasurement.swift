import Conversations
import Engine
import Foundation
import GRDB
import MatrixAPI
import Storage

/// The time until a sync of ten thousand events is on disk, from the bytes of its answer, beside as many bare inserts.
struct ApplyMeasurement {
    static let time = "sync of 10,000 events applied"
    static let ratio = "sync of 10,000 events to bare inserts"
    static let slowest = "slowest slice of it"
    static let events = 10_000

    let accounts: [BenchAccount]
    let rounds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for round in 0..<rounds {
            for account in accounts {
                let body = Self.response(of: round).serialized
                let (total, slowest) = try await apply(body, to: try account.databasePath)
                let bare = try BareInserts(path: account.databasePath + ".yardstick", bytes: body.count).run()
                report.add(round: [
                    Figure(name: Self.time, size: account.size, unit: .milliseconds, samples: [total]),
                    Figure(
                        name: BareInserts.name, size: account.size, program: "sqlite", unit: .milliseconds,
                        samples: [bare]),
                    Figure(name: Self.ratio, size: account.size, unit: .ratio, samples: [total / bare]),
                    Figure(name: Self.slowest, size: account.size, unit: .milliseconds, samples: [slowest]),
                ])
            }
        }
        return report.figures
    }

    /// - Returns: Both in milliseconds.
    private func apply(_ body: [UInt8], to path: String) async throws -> (total: Double, slowest: Double) {
        let database = try ProfileDatabase(path: path)
        defer { database.close() }
        return try await Self.apply(body, to: database)
    }

    /// - Returns: Both in milliseconds.
    static func apply(_ body: [UInt8], to database: ProfileDatabase) async throws -> (total: Double, slowest: Double) {
        let began = ContinuousClock.now
        guard let response = SyncResponse(body: body) else { return (0, 0) }
        var slowest = Duration.zero
        var groups = SyncTranslator(userID: BenchAccount.userID).groups(of: response, now: 1_700_000_000_000)
        var next = groups.next()
        while let group = next {
            async let writing = write(group, to: database)
            // As in the program, the next group is translated while this one is written.
            next = groups.next()
            slowest = max(slowest, try await writing)
        }
        return ((ContinuousClock.now - began).milliseconds, slowest.milliseconds)
    }

    private static func write(_ group: [SyncSlice], to database: ProfileDatabase) async throws -> Duration {
        let began = ContinuousClock.now
        _ = try await database.sync.apply(
            group.map { slice in
                var slice = slice
                // The token of the real server stays.
                slice.token = nil
                return slice
            })
        return ContinuousClock.now - began
    }

    /// Returns two hundred rooms with fifty events each, as after a weekend. Each round has different rooms.
    static func response(of round: Int) -> JSONValue {
        var rooms: [String: JSONValue] = [:]
        for room in 0..<200 {
            let messages = (0..<events / 200).map { number -> JSONValue in
                [
                    "event_id": .string("$applied-\(round)-\(room)-\(number)"), "type": "m.room.message",
                    "sender": .string("@p\(number % 5):bench.example"),
                    "origin_server_ts": .integer(1_600_000_000_000 + Int64(number) * 1_000),
                    "content": [
                        "msgtype": "m.text",
                        "body": .string("\(number) a line of the usual length, as people write them"),
                    ],
                ]
            }
            rooms["!applied\(round)-\(room):bench.example"] = [
                "timeline": ["events": .array(messages), "limited": true, "prev_batch": "bench"],
                "unread_notifications": ["notification_count": 50, "highlight_count": 0],
            ]
        }
        return ["next_batch": "bench", "rooms": ["join": .object(rooms)]]
    }
}

/// Inserts as many rows and bytes as a sync of ten thousand events. The slices have the same size, and the table
/// has no index.
struct BareInserts {
    static let name = "bare inserts of as many rows"
    /// The rows of a commit.
    private static let slice = 250

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
        for _ in 0..<ApplyMeasurement.events / Self.slice {
            try pool.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO bare (body) VALUES (?)")
                for _ in 0..<Self.slice { try statement.execute(arguments: [row]) }
            }
        }
        return (ContinuousClock.now - began).milliseconds
    }
}
