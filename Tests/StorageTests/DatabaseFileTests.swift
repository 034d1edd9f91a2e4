import Conversations
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct DatabaseFileTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("profile/confab.db")
    }

    @Test func databaseFilesAreReadableByTheOwnerOnly() async throws {
        let database = try ProfileDatabase(path: path)
        try await database.sync.setValue("x", forKey: "k")
        #expect(try ScratchDirectory.mode(of: scratch.file("profile")) == 0o700)
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
        #expect(try ScratchDirectory.mode(of: path + "-wal") == 0o600)
        database.close()
    }

    @Test func commitsAreSyncedToDisk() async throws {
        let database = try ProfileDatabase(path: path)
        let mode = try await database.access.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == 2)
        database.close()
    }

    @Test func onlyTheSliceWithTheTokenIsSyncedToDisk() async throws {
        let database = try ProfileDatabase(path: path)
        let modes = Mutex<[String]>([])
        try await database.access.writer.writeWithoutTransaction { db in
            db.trace { event in
                if event.description.hasPrefix("PRAGMA") { modes.withLock { $0.append(event.description) } }
            }
        }
        _ = try await database.sync.apply(Story.slice(Story.lines(1...3)))
        #expect(modes.withLock(\.self) == ["PRAGMA synchronous = NORMAL", "PRAGMA synchronous = FULL"])
        _ = try await database.sync.apply(Story.slice(Story.lines(4...6), token: "t"))
        #expect(modes.withLock(\.count) == 2)
        try await database.access.writer.writeWithoutTransaction { $0.trace(nil) }
        #expect(try database.timeline() == "m1 m2 m3 m4 m5 m6")
        database.close()
    }

    @Test func failedUnsyncedCommitRestoresFullSync() async throws {
        let database = try ProfileDatabase(path: path)
        await #expect(throws: StorageError.self) {
            try await database.access.write(durable: .withNext) { db in
                #expect(try Int.fetchOne(db, sql: "PRAGMA synchronous") == 1)
                try db.execute(sql: "INSERT INTO settings (key, value) VALUES ('k', 'v')")
                throw StorageError.other("no")
            }
        }
        let mode = try await database.access.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == 2)
        #expect(try database.sync.value(forKey: "k") == nil)
        database.close()
    }

    @Test func dataSurvivesClosingAndReopening() async throws {
        let first = try ProfileDatabase(path: path)
        _ = try await first.sync.apply(Story.slice(Story.lines(1...3), token: "t"))
        try await first.drafts.set(chatID: "!a", text: "half")
        first.close()
        #expect(throws: StorageError.self) { try first.chats.all() }
        let second = try ProfileDatabase(path: path)
        #expect(try second.timeline() == "m1 m2 m3")
        #expect(try second.sync.token() == "t")
        #expect(try second.drafts.all().count == 1)
        second.close()
    }

    @Test func acceptedLineSurvivesACrash() async throws {
        let first = try ProfileDatabase(path: path)
        try await first.drafts.set(chatID: Story.chatID, text: "hel")
        try await first.outbox.accept(Story.outboxLine("a"))
        // The disk as a crash leaves it: the file and its journal, not tidied up by any process.
        let crashed = scratch.file("crashed.db")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: crashed + suffix)
        }
        let second = try ProfileDatabase(path: crashed)
        #expect(try second.outbox.all() == [Story.outboxLine("a")])
        #expect(try second.drafts.all().isEmpty)
        second.close()
        first.close()
    }

    @Test func incompleteCommitIsDiscarded() async throws {
        let first = try ProfileDatabase(path: path)
        try await first.outbox.accept(Story.outboxLine("a"))
        try await first.drafts.set(chatID: Story.chatID, text: "again")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count
        try await first.outbox.accept(Story.outboxLine("b"))
        let crashed = scratch.file("crashed.db")
        try FileManager.default.copyItem(atPath: path, toPath: crashed)
        let journal = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        try journal.prefix((whole + journal.count) / 2).write(to: URL(fileURLWithPath: crashed + "-wal"))
        let second = try ProfileDatabase(path: crashed)
        #expect(try second.outbox.all().map(\.id) == ["a"])
        #expect(try second.drafts.all() == [Draft(chatID: Story.chatID, text: "again")])
        second.close()
        first.close()
    }

    @Test func newerDatabaseIsRefusedAndUnchanged() async throws {
        let next = Migration(
            version: (Migration.all.last?.version ?? 0) + 1, sql: "CREATE TABLE later (id INTEGER PRIMARY KEY)")
        try ProfileDatabase(path: path, migrations: Migration.all + [next]).close()
        #expect(throws: StorageError.newerVersion) { try ProfileDatabase(path: path) }
        let again = try ProfileDatabase(path: path, migrations: Migration.all + [next])
        again.close()
    }

    @Test func backupCopyIsMadeBeforeAMigration() async throws {
        let first = try ProfileDatabase(path: path)
        try await first.outbox.accept(Story.outboxLine("a"))
        first.close()
        let next = Migration(version: (Migration.all.last?.version ?? 0) + 1, sql: "DELETE FROM outbox")
        let second = try ProfileDatabase(path: path, migrations: Migration.all + [next])
        #expect(try second.outbox.all().isEmpty)
        second.close()
        #expect(try ScratchDirectory.mode(of: path + ".before-\(next.version)") == 0o600)
        let copy = try ProfileDatabase(path: path + ".before-\(next.version)")
        #expect(try copy.outbox.all().count == 1)
        copy.close()
    }

    @Test func failedMigrationLeavesTheDatabaseUnchanged() async throws {
        let first = try ProfileDatabase(path: path)
        try await first.outbox.accept(Story.outboxLine("a"))
        first.close()
        let bad = Migration(
            version: (Migration.all.last?.version ?? 0) + 1, sql: "DELETE FROM outbox; CREATE TABLE chats (id TEXT)")
        #expect(throws: StorageError.self) { try ProfileDatabase(path: path, migrations: Migration.all + [bad]) }
        let second = try ProfileDatabase(path: path)
        #expect(try second.outbox.all().count == 1)
        second.close()
    }

    @Test func fileThatIsNotADatabaseIsCorrupt() throws {
        let file = scratch.file("noise.db")
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: file))
        #expect { try ProfileDatabase(path: file) } throws: { error in
            guard case .corrupt = error as? StorageError else { return false }
            return true
        }
    }

    @Test func damagedPageIsReportedAsCorruptWhenRead() async throws {
        let first = try ProfileDatabase(path: path)
        _ = try await first.sync.apply(Story.slice(Story.lines(1...500)))
        first.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(4_096..., with: Data(repeating: 0xff, count: bytes.count - 4_096))
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect {
            let second = try ProfileDatabase(path: path)
            defer { second.close() }
            _ = try second.opening()
            _ = try second.timeline()
        } throws: { error in
            guard case .corrupt = error as? StorageError else { return false }
            return true
        }
    }

    @Test func unwritablePathIsReadOnly() {
        // Even the superuser can't create directories there.
        #expect(throws: StorageError.readOnly) { try ProfileDatabase(path: "/sys/confab/confab.db") }
    }

    @Test func fullDiskIsReportedAndLosesNothing() async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.drafts.set(chatID: Story.chatID, text: "kept")
        let access = database.access
        try await access.write { db in
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = 1")
        }
        await #expect(throws: StorageError.diskFull) {
            _ = try await database.sync.apply(Story.slice(Story.lines(1...2_000), token: "t"))
        }
        #expect(try database.sync.token() == nil)
        #expect(try database.timeline().isEmpty)
        #expect(try database.drafts.all().count == 1)
    }
}
