import Foundation
import GRDB
import MatrixAPI
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct ServerMigrationTests {
    @Test func migrationKeepsTransactionsAndUnreadCounts() async throws {
        let directory = ServerUnderTest.newDirectory()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try fillAsFourthMigrationLeft(directory)
        let writer = try WriterUnderTest(in: directory)
        defer { writer.stop() }

        #expect(try await writer.say("once", transaction: "t1") == "$first")
        // Two lines, one of which has a name in its text.
        let counts = try await writer.counts(of: "@bo:localhost")
        #expect(counts == UnreadCounts(notifications: 2, highlights: 1))
        try await writer.say("again, bo", transaction: "t2")
        #expect(try await writer.counts(of: "@bo:localhost") == UnreadCounts(notifications: 3, highlights: 2))
        let deepest = try await writer.server.read { try $0.integer("SELECT depth FROM events ORDER BY stream DESC") }
        #expect(deepest == 6)
    }

    @Test func migrationCountsExistingBackupKeys() async throws {
        let queue = try DatabaseQueue()
        let count = try await queue.write { database in
            try FirstTables.create(in: database)
            try EncryptionKeys.create(in: database)
            for (version, isDeleted) in [(1, 0), (2, 1), (3, 1)] {
                try database.run(
                    "INSERT INTO backup_versions VALUES ('@ana:localhost', ?, 'a', '{\"b\":1}', 0, ?)",
                    [version, isDeleted])
            }
            for session in ["one", "two"] {
                try database.run(
                    "INSERT INTO backup_keys VALUES ('@ana:localhost', 1, '!r:localhost', ?, 0, 0, 0, '{}')", [session])
            }
            try KeyLimits.perform(in: database)
            let table = KeyBackupTable(database)
            #expect(try table.make(algorithm: "a", authData: [:], for: "@ana:localhost") == 4)
            #expect(try table.totals(of: "@ana:localhost").backups == 2)
            return try table.version(1, of: "@ana:localhost")?.count
        }
        #expect(count == 2)
        let left = try await queue.read { try $0.integer("SELECT count(*) FROM backup_versions") }
        #expect(left == 3)
    }

    @Test func migrationCountsQueuedDeviceMessages() async throws {
        let device = Caller(userID: "@ana:localhost", deviceID: "TEA")
        var limits = ServerLimits()
        limits.deviceMessages = 3
        let isKept = try await DatabaseQueue().write { [limits] database in
            try FirstTables.create(in: database)
            try EncryptionKeys.create(in: database)
            for name in ["TEA", "POT", "TEA"] {
                try database.run(
                    """
                    INSERT INTO device_messages (user_id, device_id, sender, type, content)
                    VALUES ('@ana:localhost', ?, '@bo:localhost', 'm.test', '{"a":"é"}')
                    """, [name])
            }
            try DeviceQueues.perform(in: database)
            let rows = try database.allRows("SELECT device_id, ordinal, byte_end FROM device_messages")
            let places = rows.map { [$0[0] as String, "\($0[1] as Int)", "\($0[2] as Int)"] }
            #expect(places == [["TEA", "1", "10"], ["POT", "1", "10"], ["TEA", "2", "20"]])
            try DeviceMessageSenders.perform(in: database)
            let own = try database.allRows("SELECT device_id, sender_ordinal, sender_byte_end FROM device_messages")
            #expect(own.map { [$0[0] as String, "\($0[1] as Int)", "\($0[2] as Int)"] } == places)
            return try (1...2).map { _ in
                try DeviceMessagesTable(database).put("{}", "m.test", from: "@bo:localhost", to: device, within: limits)
            }
        }
        #expect(isKept == [true, false])
    }

    /// Creates a room of ana and bo with two lines. The first was sent as `t1`.
    private func fillAsFourthMigrationLeft(_ directory: String) throws {
        let queue = try DatabaseQueue(path: directory + "/server.sqlite")
        try queue.write { database in
            try FirstTables.create(in: database)
            try RelationIndex.create(in: database)
            try RefreshTokens.create(in: database)
            try Mentions.create(in: database)
            let steps = ["1 first tables", "2 relation index", "3 refresh tokens", "4 mentions"]
            try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for step in steps { try database.run("INSERT INTO grdb_migrations VALUES (?)", [step]) }
            let now = Timestamp.now
            try database.run("INSERT INTO rooms VALUES ('!r:localhost', '@ana:localhost', 5, '$second', 5, 2)")
            let insert = """
                INSERT INTO events (stream, event_id, room_id, type, state_key, sender, timestamp, content, device_id,
                transaction_id, notifies, notify_ordinal, sender_ordinal)
                VALUES (?, ?, '!r:localhost', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            let ana = "@ana:localhost"
            let join = #"{"membership":"join"}"#
            try database.run(insert, [1, "$create", "m.room.create", "", ana, now, "{}", nil, nil, 0, 0, 0])
            try database.run(insert, [2, "$ana", "m.room.member", ana, ana, now, join, nil, nil, 0, 0, 0])
            try database.run(
                insert,
                [3, "$bo", "m.room.member", "@bo:localhost", "@bo:localhost", now, join, nil, nil, 0, 0, 0])
            try database.run(
                insert,
                [4, "$first", "m.room.message", nil, ana, now, #"{"body":"bo, look"}"#, "TEA", "t1", 1, 1, 1])
            try database.run(
                insert, [5, "$second", "m.room.message", nil, ana, now, #"{"body":"tea"}"#, "TEA", "t0", 1, 2, 2])
            try database.execute(
                sql: """
                    INSERT INTO current_state VALUES ('!r:localhost', 'm.room.create', '', 1),
                        ('!r:localhost', 'm.room.member', '@ana:localhost', 2),
                        ('!r:localhost', 'm.room.member', '@bo:localhost', 3);
                    INSERT INTO memberships (user_id, room_id, membership, stream) VALUES
                        ('@ana:localhost', '!r:localhost', 'join', 2), ('@bo:localhost', '!r:localhost', 'join', 3);
                    INSERT INTO unmarked_messages VALUES ('!r:localhost', 4), ('!r:localhost', 5);
                    """)
            try database.run(
                "INSERT INTO transactions VALUES (?, 'TEA', '!r:localhost/send/m.room.message', 't1', '$first', ?)",
                [ana, now])
        }
        try queue.close()
    }
}
