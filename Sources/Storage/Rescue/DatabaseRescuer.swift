import DurableFiles
import Foundation
import GRDB

/// Replaces a damaged database by a new one with the data that no server has. These are unsent lines, drafts, this
/// device's contacts, its keys and imported chats. The first sync restores all other data.
///
/// It can be killed at any moment. Nothing has changed before the new database has its name ``finished``; from then
/// on ``finish()`` continues after an interruption.
struct DatabaseRescuer {
    let path: String

    private var finished: String { path + ".rescued" }
    /// The copy of the damaged file, on which all attempts are made.
    private var copy: String { path + ".rescuing" }
    private var unfinished: String { path + ".rescuing-new" }
    private static let companions = ["-wal", "-shm"]

    /// The tables to salvage, in the order in which their rows are inserted. The column orders the rows, and recognizes
    /// those that were read twice.
    private static let tables = [
        (name: "outbox", key: "seq"), (name: "line_stories", key: "id"), (name: "drafts", key: "chat_id"),
        (name: "local_contacts", key: "user_id"), (name: "pending_receipts", key: "chat_id"),
        (name: "settings", key: "key"), (name: "own_device", key: "id"), (name: "olm_sessions", key: "id"),
        (name: "room_keys", key: "id"), (name: "own_secrets", key: "name"), (name: "identities", key: "user_id"),
        (name: "devices", key: "user_id"), (name: "encrypted_chats", key: "chat_id"),
        (name: "encrypted_creations", key: "id"),
    ]

    /// Records for the next start that a part of the database could not be read.
    static func suspect(_ path: String) {
        // If even this can't be written, the next start may or may not find the damage.
        let descriptor = open(path + ".suspect", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether an earlier run found damage and it still exists.
    func isDamagedAsSuspected() throws(StorageError) -> Bool {
        guard exists(path + ".suspect") else { return false }
        let answer = try? DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        if answer == "ok" { try remove(path + ".suspect") }
        return answer != "ok"
    }

    /// Continues an interrupted rescue.
    func finish() throws(StorageError) {
        if exists(finished) { try swap(damagedPath: freePath()) }
    }

    func rescue() throws(StorageError) -> Rescue {
        for file in [copy, unfinished] { try removeAll(file) }
        for suffix in ["", "-wal"] where exists(path + suffix) {
            do {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            } catch {
                throw StorageError(errno: errno, path: copy)
            }
        }
        let rows = readable()
        var rescue = Rescue(damagedPath: try freePath())
        let database = try ProfileDatabase(path: unfinished)
        do {
            defer { database.close() }
            try database.access.writer.write { db in
                for (table, rows) in rows {
                    let count = try TableSalvage.insert(rows, into: table, db)
                    switch table {
                    case "outbox": rescue.lines = count
                    case "drafts": rescue.drafts = count
                    case "local_contacts": rescue.contacts = count
                    default: break
                    }
                }
                rescue.importedChats = try ImportedSalvage(path: copy).move(into: db)
                // The members of these chats are not salvaged.
                try db.execute(sql: "UPDATE encrypted_chats SET has_all_members = 0")
                try SyncStore.forgetChats(db)
            }
        } catch {
            throw StorageError(error)
        }
        try removeAll(copy)
        try rename(unfinished, to: finished)
        try swap(damagedPath: rescue.damagedPath)
        return rescue
    }

    /// Returns the readable rows of each table; nothing if even the tables can't be found.
    private func readable() -> [(table: String, rows: [Row])] {
        let names = Self.tables.map(\.name)
        if (try? salvage()) == nil { try? FirstPage.rebuild(in: copy, tables: names) }
        return (try? salvage()) ?? []
    }

    private func salvage() throws -> [(table: String, rows: [Row])] {
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            // Without the table of lines, this is another database, or its list of tables is lost.
            _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_master")
            guard try db.tableExists("outbox") else { throw StorageError.corrupt("no outbox") }
            return Self.tables.map { ($0.name, TableSalvage(db: db, table: $0.name, key: $0.key).rows()) }
        }
    }

    /// Moves the copies of files whose lines could not be read to a directory beside the damaged database. They exist
    /// nowhere else, and a sweep would delete them as files of sent lines.
    private func setFilesAside(_ damagedPath: String) throws(StorageError) {
        let (kept, aside) = (
            OutboxFiles.directory(databasePath: path), OutboxFiles.directory(databasePath: damagedPath)
        )
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: kept), !names.isEmpty else { return }
        let lineIDs: Set<String>
        do {
            let queue = try DatabaseQueue(path: finished)
            defer { try? queue.close() }
            lineIDs = try queue.read { try String.fetchSet($0, sql: "SELECT id FROM outbox") }
        } catch {
            throw StorageError(error)
        }
        for name in names where name.first != "." && !lineIDs.contains(name) {
            guard mkdir(aside, 0o700) == 0 || errno == EEXIST else { throw StorageError(errno: errno, path: aside) }
            try rename("\(kept)/\(name)", to: "\(aside)/\(name)")
        }
    }

    /// Renames the damaged files, the main one last, and puts the new database in their place.
    private func swap(damagedPath: String) throws(StorageError) {
        try setFilesAside(damagedPath)
        for suffix in Self.companions + [""] where exists(path + suffix) {
            try rename(path + suffix, to: damagedPath + suffix)
        }
        try rename(finished, to: path)
        try remove(path + ".suspect")
    }

    /// Returns a free name. A journal that was renamed before a kill keeps its number.
    private func freePath() throws(StorageError) -> String {
        for number in 1...999 where !exists("\(path).damaged-\(number)") { return "\(path).damaged-\(number)" }
        throw .other("\(path).damaged-999 is there already")
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func removeAll(_ path: String) throws(StorageError) {
        for suffix in Self.companions + [""] { try remove(path + suffix) }
    }

    private func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw StorageError(errno: errno, path: path) }
    }

    private func rename(_ old: String, to new: String) throws(StorageError) {
        do throws(DurableFileError) {
            try DurableFile.rename(old, to: new)
        } catch {
            throw StorageError(errno: error.code, path: error.path)
        }
    }
}

/// The result of rescuing a damaged database.
package struct Rescue: Hashable, Sendable {
    /// The path of the damaged file, with its journal beside it.
    package let damagedPath: String
    /// The numbers of rows that were salvaged into the new database.
    package var lines = 0
    package var drafts = 0
    package var contacts = 0
    package var importedChats = 0
}
