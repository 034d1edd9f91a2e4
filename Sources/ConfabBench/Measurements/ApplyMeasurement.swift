import Conversations
import Foundation
import GRDB
import MatrixAPI
import Messenger
import Storage

/// How long a sync of ten thousand events takes to be on disk, from the bytes of its answer.
struct ApplyMeasurement {
    let databasePath: String
    let userID: String
    static let events = 10_000

    func figures() async throws -> [Figure] {
        let body = Self.response().serialized
        let database = try ProfileDatabase(path: databasePath)
        defer { database.close() }
        let began = ContinuousClock.now
        guard let response = SyncResponse(body: body) else { return [] }
        var slowest = Duration.zero
        for var slice in SyncTranslator(userID: userID).slices(of: response, now: 1_700_000_000_000) {
            // The token of the real server stays.
            slice.token = nil
            let sliceBegan = ContinuousClock.now
            _ = try await database.sync.apply(slice)
            slowest = max(slowest, ContinuousClock.now - sliceBegan)
        }
        let total = ContinuousClock.now - began
        return [
            Figure(
                name: "sync of \(Self.events) events applied", value: total.milliseconds, unit: .milliseconds,
                budget: 500,
                yardstick: try bareInserts(of: body.count)),
            Figure(name: "slowest slice of it", value: slowest.milliseconds, unit: .milliseconds, budget: 20),
        ]
    }

    /// As many rows with as many bytes, in slices of the same size, into a table without an index.
    private func bareInserts(of bytes: Int) throws -> Figure.Yardstick {
        let path = databasePath + ".yardstick"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { try $0.execute(sql: "CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)") }
        let row = String(repeating: "x", count: bytes / Self.events)
        let began = ContinuousClock.now
        for _ in 0..<Self.events / 500 {
            try pool.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO bare (body) VALUES (?)")
                for _ in 0..<500 { try statement.execute(arguments: [row]) }
            }
        }
        return Figure.Yardstick(name: "bare inserts", value: (ContinuousClock.now - began).milliseconds)
    }

    /// Two hundred rooms with fifty events each, as after a weekend.
    private static func response() -> JSONValue {
        var rooms: [String: JSONValue] = [:]
        for room in 0..<200 {
            let events = (0..<events / 200).map { number -> JSONValue in
                [
                    "event_id": .string("$applied-\(room)-\(number)"), "type": "m.room.message",
                    "sender": .string("@p\(number % 5):bench.example"),
                    "origin_server_ts": .integer(1_600_000_000_000 + Int64(number) * 1_000),
                    "content": [
                        "msgtype": "m.text",
                        "body": .string("\(number) a line of the usual length, as people write them"),
                    ],
                ]
            }
            rooms["!applied\(room):bench.example"] = [
                "timeline": ["events": .array(events), "limited": true, "prev_batch": "bench"],
                "unread_notifications": ["notification_count": 50, "highlight_count": 0],
            ]
        }
        return ["next_batch": "bench", "rooms": ["join": .object(rooms)]]
    }
}
