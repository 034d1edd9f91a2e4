import Foundation
import GRDB
import Synchronization

/// The database of a search index, opened at its first use.
final class SearchFile: Sendable {
    private enum State {
        case unopened
        case open(DatabaseAccess)
        case closed
    }

    /// The path; `nil` for one in memory.
    private let path: String?
    private let state = Mutex(State.unopened)

    init(path: String?) {
        self.path = path
    }

    /// - Parameter origin: the identifier of the indexed database. An index of another database is created again.
    func open(origin: String) throws(StorageError) -> DatabaseAccess {
        do {
            return try state.withLock { state in
                switch state {
                case .open(let access): return access
                case .closed: throw StorageError.other("SQLite is closed")
                case .unopened:
                    let access = try made(origin)
                    state = .open(access)
                    return access
                }
            }
        } catch {
            throw StorageError(error)
        }
    }

    /// Opens an index that another process updates, read-only; `nil` if this database has no readable index.
    func reading(origin: String) -> DatabaseQueue? {
        guard let path, access(path + ".suspect", F_OK) != 0, access(path, F_OK) == 0 else { return nil }
        var configuration = Self.configuration
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration),
            (try? queue.read { try SearchSchema(db: $0).isShape(of: origin) }) == true
        else { return nil }
        return queue
    }

    /// Discards a damaged file; it is created again at the next use.
    ///
    /// - Parameter damaged: the damaged connection. If the file was created again meanwhile, the new one stays.
    func forget(_ damaged: DatabaseAccess) {
        state.withLock { state in
            guard case .open(let access) = state, access.writer === damaged.writer else { return }
            access.close()
            remove()
            state = .unopened
        }
    }

    func close() {
        state.withLock { state in
            if case .open(let access) = state { access.close() }
            state = .closed
        }
    }

    private func made(_ origin: String) throws -> DatabaseAccess {
        guard let path else {
            let queue = try DatabaseQueue(configuration: Self.configuration)
            try queue.write { try SearchSchema(db: $0).make(origin: origin) }
            return DatabaseAccess(writer: queue)
        }
        if let access = try? existing(path, origin) { return access }
        remove()
        try DatabaseFile(path: path).prepare()
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        try pool.write { try SearchSchema(db: $0).make(origin: origin) }
        return DatabaseAccess(writer: pool, path: path)
    }

    private func existing(_ path: String, _ origin: String) throws -> DatabaseAccess? {
        // The index was found damaged while it was in use.
        guard access(path + ".suspect", F_OK) != 0, access(path, F_OK) == 0 else { return nil }
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        guard try pool.read({ try SearchSchema(db: $0).isShape(of: origin) }) else {
            try pool.close()
            return nil
        }
        return DatabaseAccess(writer: pool, path: path)
    }

    private func remove() {
        guard let path else { return }
        for suffix in ["", "-wal", "-shm", ".suspect"] { unlink(path + suffix) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "confab.search"
        configuration.maximumReaderCount = 2
        configuration.busyMode = .timeout(5)
        // A negative cache size is in KiB.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -4096") }
        return configuration
    }
}

/// The tables of a search index. They have no data beyond the messages, so they are created again rather than
/// migrated.
struct SearchSchema {
    let db: Database

    /// The version, incremented with each change of the tables or of the folding of texts
    /// (``SearchWords/SearchTokenizer``).
    private static let version = 2

    func isShape(of origin: String) throws -> Bool {
        guard try db.value("PRAGMA user_version", as: Int.self) == Self.version else { return false }
        return try db.value("SELECT value FROM state WHERE name = 'origin'", as: String.self) == origin
    }

    /// A row of `entries` is a message. Its `id` is ordered by time, so that the newest results are found without
    /// sorting. The indexed words are stored, because FTS5 needs them for deleting a message from the index.
    ///
    /// Prefixes of two to four letters have an index. FTS5 merges the messages of all matching words for a prefix of
    /// another length, at each keystroke. A prefix of four letters may match a third of all messages (`with`), one of
    /// five hardly any.
    func make(origin: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE state (name TEXT PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID;
                CREATE TABLE people (key INTEGER PRIMARY KEY, user_id TEXT NOT NULL UNIQUE);
                CREATE TABLE entries (
                    id INTEGER PRIMARY KEY,
                    message_id INTEGER NOT NULL UNIQUE,
                    words TEXT NOT NULL,
                    facets TEXT NOT NULL
                );
                CREATE VIRTUAL TABLE search USING fts5 (
                    words, facets, content = 'entries', content_rowid = 'id', tokenize = 'ascii', prefix = '2 3 4');
                PRAGMA user_version = \(Self.version);
                """)
        try db.run("INSERT INTO state VALUES ('origin', ?), ('next', ?)", [origin, Int64.max])
    }
}
