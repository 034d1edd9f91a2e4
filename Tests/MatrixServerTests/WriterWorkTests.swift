import Foundation
import GRDB
import GRDBSQLite
import Logging
import MatrixAPI
import Testing

@testable import MatrixServer

/// Counts the work of a change in the single writer: SQLite's steps, and character comparisons.
@Suite(.timeLimit(.minutes(5))) struct WriterWorkTests {
    private static let room = "!r:localhost"

    private static let lines: [JSONValue] = [
        ["msgtype": "m.text", "body": "member 1 and member 2, look"],
        ["msgtype": "m.text", "body": "@room look"],
        ["msgtype": "m.text", "body": "look", "m.mentions": ["room": true]],
        ["msgtype": "m.text", "body": "look", "m.mentions": ["user_ids": ["@m1:localhost", "@m2:localhost"]]],
        ["msgtype": "m.text", "body": .string(String(repeating: "member ", count: 4000))],
    ]

    @Test(arguments: lines)
    func messageCostDoesNotDependOnRoomSize(content: JSONValue) throws {
        let draft = EventDraft("m.room.message", sender: "@ana:localhost", content: content)
        let small = try Self.room(of: 10) { _ = try RoomWriter($0).append(draft, to: Self.room) }
        let large = try Self.room(of: 1000) { _ = try RoomWriter($0).append(draft, to: Self.room) }
        #expect(small > 10)
        #expect(large <= small + small / 10)
    }

    @Test func receiptCostDoesNotDependOnRoomSize() throws {
        let mark: (Changes) throws -> Void = { changes in
            let last = try #require(
                try EventsTable(changes.database).newest(in: Self.room, after: 0, upTo: .max, limit: 1).events.first)
            try ReadMark("m.read", last.eventID, room: Self.room, thread: "", user: "@m1:localhost").set(changes)
        }
        let (small, large) = (try Self.room(of: 10, mark), try Self.room(of: 1000, mark))
        #expect(large <= small + small / 10)
    }

    @Test func redactionCostDoesNotDependOnRoomSize() throws {
        let redact: (Changes) throws -> Void = { changes in
            let events = EventsTable(changes.database)
            let last = try #require(try events.newest(in: Self.room, after: 0, upTo: .max, limit: 1).events.first)
            try events.redact(last, keeping: .emptyObject, by: "$x")
        }
        let (small, large) = (try Self.room(of: 10, redact), try Self.room(of: 1000, redact))
        #expect(large <= small + small / 10)
    }

    @Test func backupKeyCostDoesNotDependOnBackupSize() throws {
        let (user, data) = (
            "@ana:localhost", KeyBackupData(firstIndex: 0, forwardedCount: 0, isVerified: true, sealed: [:])
        )
        func steps(_ count: Int) throws -> Int {
            try Self.database { database in
                let table = KeyBackupTable(database)
                let version = try table.make(algorithm: "a", authData: [:], for: user)
                let keys = (1...count).map { BackedUpKey(roomID: "!r:localhost", sessionID: "s\($0)", data: data) }
                try table.put(Array(keys.dropLast()), in: version, of: user)
                var total: Int64 = 0
                let steps = try Self.steps(in: database) {
                    try table.put([keys[count - 1]], in: version, of: user)
                    total = try table.totals(of: user).keys
                }
                #expect(total == Int64(count))
                return steps
            }
        }
        let (small, large) = (try steps(10), try steps(1000))
        #expect(small > 10)
        #expect(large <= small + small / 10)
    }

    @Test func deviceMessageCostDoesNotDependOnQueueLength() throws {
        let device = Caller(userID: "@ana:localhost", deviceID: "TEA")
        func steps(_ count: Int) throws -> Int {
            try Self.database { database in
                var limits = ServerLimits()
                (limits.deviceMessages, limits.deviceMessagesOfStranger) = (count, count)
                let table = DeviceMessagesTable(database)
                func put() throws -> Bool {
                    try table.put("{}", "m.test", from: "@bo:localhost", to: device, within: limits)
                }
                for _ in 1..<count { _ = try put() }
                var areKept: [Bool] = []
                let steps = try Self.steps(in: database) { areKept.append(try put()) }
                areKept.append(try put())
                #expect(areKept == [true, false])
                return steps
            }
        }
        let (small, large) = (try steps(10), try steps(1000))
        #expect(small > 10)
        #expect(large <= small + small / 10)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 19_999) + "b", String(repeating: "a", count: 60_000)),
        (String(repeating: "ab", count: 500), String(repeating: "ab ", count: 20_000)),
        ("a", String(repeating: "a", count: 60_000)), (String(repeating: "a", count: 1000), ""),
    ])
    func wordSearchTakesLinearSteps(word: String, text: String) {
        var steps = 0
        _ = WordSearch(word).isFound(in: text, steps: &steps)
        #expect(steps <= 2 * (word.count + text.count))
    }

    @Test(arguments: [
        ("ana", "Ana, look", true), ("ana", "banana", false), ("ana", "bananas for ana", true),
        ("aab", "aaab aab", true),
        ("été", "L'E\u{301}TE\u{301}!", true), ("ana", "", false), ("", "x", false), ("a b", "(A B)", true),
        ("ab ab", "ab ab1 ab ab", true), ("1", "12 21 1", true), ("🌸", "a🌸", false), ("🌸", "a 🌸", true),
    ])
    func wordSearchMatchesWholeWords(word: String, text: String, isFound: Bool) {
        #expect(WordSearch(word).isFound(in: text) == isFound)
    }

    @Test func eachMessageIsSearchedOncePerUser() throws {
        let (reader, findings) = ("@m1:localhost", NameFindings())
        _ = try Self.room(of: 10) { changes in
            let counts = {
                try UnreadCounter(changes.database, user: reader, ignored: [], findings: findings)
                    .counts(in: Self.room).highlights
            }
            for number in 1...5 {
                try Self.say("member 1 and 2", changes)
                // These come in addition to the three for the whole room.
                #expect(try counts() == Int64(3 + number))
                #expect(try counts() == Int64(3 + number))
                #expect(findings.searchCount == number)
            }
            let afresh = try UnreadCounter(changes.database, user: reader, ignored: [], findings: NameFindings())
            #expect(try afresh.counts(in: Self.room).highlights == 8)
            let ignoring = try UnreadCounter(
                changes.database, user: reader, ignored: ["@ana:localhost"], findings: findings)
            #expect(try ignoring.counts(in: Self.room).highlights == 0)
        }
    }

    private static func say(_ text: String, _ changes: Changes) throws {
        let content: JSONValue = ["msgtype": "m.text", "body": .string(text)]
        try RoomWriter(changes).append(
            EventDraft("m.room.message", sender: "@ana:localhost", content: content), to: room)
    }

    /// Creates a room with `count` members whose names are alike, and returns the number of SQLite steps that
    /// `change` takes in it.
    private static func room(of count: Int, _ change: (Changes) throws -> Void) throws -> Int {
        try database { db in
            let changes = Changes(database: db)
            try RoomCreation(["preset": "public_chat"], creator: "@ana:localhost").perform(room, changes)
            for number in 1...count {
                let user = "@m\(number):localhost"
                let content: JSONValue = ["membership": "join", "displayname": .string("member \(number)")]
                try RoomWriter(changes).append(
                    EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
            }
            for _ in 1...3 { try say("@room, member 1", changes) }
            return try steps(in: db) { try change(changes) }
        }
    }

    /// Runs the work in a new database, which is removed afterwards.
    private static func database(_ work: (Database) throws -> Int) throws -> Int {
        let directory = ServerUnderTest.newDirectory()
        let database = try ServerDatabase.open(directory: directory, serverName: "localhost")
        defer {
            database.closeBlocking(ServerUnderTest.quietLogger)
            try? FileManager.default.removeItem(atPath: directory)
        }
        return try database.pool.write(work)
    }

    /// Returns the number of SQLite steps of the work. Its statements should be prepared before, because only
    /// execution is to be counted.
    private static func steps(in database: Database, _ work: () throws -> Void) throws -> Int {
        let steps = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        steps.initialize(to: 0)
        defer { steps.deallocate() }
        let tally: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { steps in
            steps?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
        }
        sqlite3_progress_handler(database.sqliteConnection, 1, tally, steps)
        defer { sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil) }
        try work()
        return steps.pointee
    }
}
