import Conversations
import Foundation
import GRDB
import TestSeeds
import Testing

@testable import Storage

/// Tests that the new schema has everything that the previous one stored of timelines, no matter where the migration
/// was interrupted.
@Suite(.timeLimit(.minutes(5))) struct MessageMoveTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("old.sqlite")
    }

    /// Ten fixed seeds and three new ones each run. The name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(3, beside: Array(1...10))

    @Test(arguments: seeds)
    func migrationKeepsEveryMessageInPlace(seed: UInt64) throws {
        let before = try fill(OldTimeline(seed: seed, chats: 5, messages: 60))
        let database = try ProfileDatabase(path: path)
        #expect(try content(database) == before, "seed \(seed)")
        database.close()
    }

    @Test(arguments: seeds)
    func sliceSizeDoesNotChangeTheResult(seed: UInt64) throws {
        _ = try fill(OldTimeline(seed: seed, chats: 4, messages: 40))
        let whole = try moved(slices: .max)
        for size in [1, 2, 7, 50] { #expect(try moved(slices: size) == whole, "seed \(seed), size \(size)") }
    }

    /// The files are copied before each statement, as a crash would leave them, including half-written pages.
    @Test func interruptedMigrationContinues() throws {
        let before = try fill(OldTimeline(seed: 1, chats: 4, messages: 30))
        let crash = try CrashCopies(of: path, in: scratch)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            // Forces uncommitted pages to be written to the journal.
            try db.execute(sql: "PRAGMA cache_size = 3")
            db.trace { _ in crash.take() }
        }
        try Migrator(migrations: Migration.all, sliceSize: 7).migrate(queue, file: nil)
        queue.writeWithoutTransaction { $0.trace(nil) }
        try queue.close()
        let copies = crash.copies
        #expect(copies.count > 100)
        var cutOff = 0
        for copy in copies {
            let wasCutOff = try DatabaseQueue(path: copy).read { try MessageTableMigration.isUnderWay($0) }
            if wasCutOff {
                cutOff += 1
                #expect(throws: StorageError.olderVersion) { try ProfileDatabase.reading(path: copy) }
            }
            let database = try ProfileDatabase(path: copy)
            #expect(try content(database) == before, "\(copy)")
            database.close()
        }
        #expect(cutOff > 50)
    }

    @Test func migrationProgressIsReported() throws {
        _ = try fill(OldTimeline(seed: 2, chats: 3, messages: 9_000))
        var told: [Double] = []
        try ProfileDatabase(path: path) { told.append($0) }.close()
        #expect(told.count > 5)
        #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) })
        told = []
        try ProfileDatabase(path: path) { told.append($0) }.close()
        try ProfileDatabase(path: scratch.file("new.sqlite")) { told.append($0) }.close()
        #expect(told.isEmpty)
    }

    @Test func newDatabaseCommitsOnce() throws {
        let queue = try DatabaseQueue()
        var commits = 0
        queue.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event, statement.sql.hasPrefix("COMMIT") { commits += 1 }
            }
        }
        try Migrator(migrations: Migration.all).migrate(queue, file: nil)
        #expect(commits == 1)
        let left = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
        #expect(!left.contains { $0.hasPrefix("old_") || $0 == "move" })
    }

    /// Fills a database in the previous schema, and returns its content.
    private func fill(_ timeline: OldTimeline) throws -> [[DatabaseValue]] {
        let old = try ProfileDatabase(path: path, migrations: Array(Migration.all.prefix(15)))
        defer { old.close() }
        return try old.access.writer.write { db in
            try timeline.fill(db)
            return try content(db, chat: "chat_id", isOfChat: { "chat_id = \($0)" })
        }
    }

    private func content(_ database: ProfileDatabase) throws -> [[DatabaseValue]] {
        try database.access.read { db in
            try content(
                db, chat: "(SELECT chat_id FROM chat_keys WHERE key = chat_key)",
                isOfChat: { "chat_key = (SELECT key FROM chat_keys WHERE chat_id = \($0))" })
        }
    }

    private func moved(slices size: Int) throws -> [[DatabaseValue]] {
        let copy = scratch.file("\(size).sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let queue = try DatabaseQueue(path: copy)
        try Migrator(migrations: Migration.all, sliceSize: size).migrate(queue, file: nil)
        return try queue.read { db in
            let tables = try String.fetchAll(
                db,
                // The values that identify a database differ in each.
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'search_origin' ORDER BY name")
            return try tables.flatMap {
                try Row.fetchAll(db, sql: "SELECT * FROM \($0)").map { Array($0.databaseValues) }
            }
        }
    }

    /// Returns every column of each message in chat order, with whether it directly follows the one before. Also
    /// returns the message that each gap precedes and the last message of each chat.
    private func content(
        _ db: Database, chat: String, isOfChat: (String) -> String
    ) throws -> [[DatabaseValue]] {
        let rows = [
            """
            SELECT \(chat) AS chat, position - lag(position) OVER (PARTITION BY \(chat) ORDER BY position) = 1,
                kind, event_id, sender, timestamp, is_removed, edit_id, body, formatted_body, subject_id, subject_name,
                subject_change, reply_to, transaction_id, mentions, removal_id, removed_by, removed_at, removal_reason,
                event_type, source
            FROM messages ORDER BY chat, position
            """,
            """
            SELECT chat_id, token,
                (SELECT event_id FROM messages WHERE \(isOfChat("gaps.chat_id")) AND position < gaps.position
                    ORDER BY position DESC LIMIT 1),
                (SELECT event_id FROM messages WHERE \(isOfChat("gaps.chat_id")) AND position = gaps.position),
                (SELECT event_id FROM messages WHERE \(isOfChat("gaps.chat_id")) AND position > gaps.position
                    ORDER BY position LIMIT 1)
            FROM gaps ORDER BY chat_id, position
            """,
            """
            SELECT id, last_position IS NULL,
                (SELECT event_id FROM messages WHERE \(isOfChat("chats.id")) AND position = last_position)
            FROM chats ORDER BY id
            """,
            "SELECT * FROM edits ORDER BY chat_id, event_id", "SELECT * FROM drafts",
        ]
        return try rows.flatMap { try Row.fetchAll(db, sql: $0).map { Array($0.databaseValues) } }
    }
}
