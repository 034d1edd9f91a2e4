import Checkpoints
import Dispatch
import DurableFiles
import GRDB
import Glibc
import Logging

/// The SQLite file of a server and the lock that keeps a second server out.
struct ServerDatabase: Sendable {
    /// The number of concurrent reads for all requests.
    static let readers = 3

    let pool: DatabasePool
    let checkpointer: Checkpointer
    let lock: DataLock

    /// Opens the file in `directory`, creates both if they are missing, and migrates the schema.
    static func open(directory: String, serverName: String) throws(ServerError) -> ServerDatabase {
        try makeDirectory(directory)
        let lock = try DataLock(directory: directory)
        let path = directory + "/server.sqlite"
        // SQLite gives the WAL and its index the mode of the database, so that this one call protects all three.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .dataDirectoryUnusable(path: directory, reason: String(cString: strerror(errno)))
        }
        Glibc.close(descriptor)
        do {
            var configuration = Configuration()
            // There is also a reader for long responses, and another for the server's own reads.
            configuration.maximumReaderCount = readers + 2
            configuration.label = "confab.server"
            let pool = try DatabasePool(path: path, configuration: configuration)
            try makeDurable(pool)
            try SchemaMigrations.migrate(pool, path: path)
            try checkServerName(pool, serverName)
            return ServerDatabase(
                pool: pool, checkpointer: Checkpointer(path: path, writer: pool), lock: lock)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .databaseUnusable(path: path, reason: "\(error)")
        }
    }

    /// Closes the file, so that the directory holds nothing unwritten, and releases the lock.
    func close(_ logger: Logger) async { await ClosingWork.run { closeBlocking(logger) } }

    /// Closes the file as ``close(_:)`` does, and blocks the thread. It must not be a cooperative one.
    func closeBlocking(_ logger: Logger) {
        checkpointer.close()
        do {
            try pool.close()
        } catch {
            logger.error("The database did not close", metadata: ["error": "\(LogText.of(error))"])
        }
        lock.release()
    }

    private static func makeDirectory(_ path: String) throws(ServerError) {
        var partial = ""
        for component in path.split(separator: "/", omittingEmptySubsequences: false) {
            partial +=
                partial.isEmpty && component.isEmpty ? "/" : (partial.hasSuffix("/") || partial.isEmpty ? "" : "/")
            partial += component
            guard mkdir(partial, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
                throw .dataDirectoryUnusable(path: path, reason: String(cString: strerror(errno)))
            }
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw .dataDirectoryUnusable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Sets `synchronous` to FULL. GRDB's pool sets NORMAL after opening, with which a power cut could lose a send
    /// that was answered.
    private static func makeDurable(_ pool: DatabasePool) throws {
        let level = try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        guard level == 2 else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "synchronous stays at \(level ?? -1)")
        }
    }

    private static func checkServerName(_ pool: DatabasePool, _ name: String) throws {
        try pool.write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO server (name, value) VALUES ('server_name', ?)", arguments: [name])
            let stored = try String.fetchOne(database, sql: "SELECT value FROM server WHERE name = 'server_name'")
            if let stored, stored != name { throw ServerError.differentServerName(stored: stored, asked: name) }
        }
    }
}

/// Work that blocks its thread, such as closing a database.
///
/// Closing waits for reads that are under way, and these end on a cooperative thread. On a machine with one core that
/// is the thread that would wait.
enum ClosingWork {
    /// Runs the work on a thread that is not cooperative, and returns when it is done.
    static func run(_ work: @escaping @Sendable () -> Void) async {
        await DispatchQueue(label: "confab.server.blocking").run(work)
    }
}
