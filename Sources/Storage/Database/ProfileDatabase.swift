import GRDB

/// The database of one profile, with the known chats of an account and the data that still has to be sent.
package final class ProfileDatabase: Sendable {
    package let chats: ChatStore
    package let messages: MessageStore
    package let outbox: OutboxStore
    package let drafts: DraftStore
    package let contacts: ContactStore
    package let sync: SyncStore
    package let encryption: EncryptionStore
    package let unheard: MissedHistoryStore
    package let search: SearchIndex
    package let imports: ImportStore
    package let pendingAnswer: PendingSyncResponseFile
    let access: DatabaseAccess
    /// The number of reads that blocked the main actor, except for the opening.
    package var readsOnMainActor: Int { access.reads.onMainActor }

    /// Opens the file and migrates it to the newest schema. A missing file is created (0600, in a directory of 0700).
    /// Before a migration of an existing database, a copy is kept beside it, named after the new version:
    /// `path.before-2`.
    ///
    /// - Parameter progress: called with the completed part of a migration, 0…1, if there is one.
    package convenience init(
        path: String, progress: (Double) -> Void = { _ in }
    ) throws(StorageError) {
        try self.init(path: path, migrations: Migration.all, progress: progress)
    }

    init(
        path: String, migrations: [Migration], progress: (Double) -> Void = { _ in }
    ) throws(StorageError) {
        let file = DatabaseFile(path: path)
        try file.prepare()
        do {
            let pool = try DatabasePool(path: path, configuration: .profile)
            try pool.writeFullySynchronously()
            try Migrator(migrations: migrations).migrate(pool, file: file, progress: progress)
            access = DatabaseAccess(writer: pool, path: path)
        } catch {
            throw StorageError(error)
        }
        (chats, messages, outbox) = (ChatStore(access), MessageStore(access), OutboxStore(access))
        (drafts, contacts, sync) = (DraftStore(access), ContactStore(access), SyncStore(access))
        (encryption, unheard, search) = (EncryptionStore(access), MissedHistoryStore(access), SearchIndex(access))
        imports = ImportStore(access)
        pendingAnswer = PendingSyncResponseFile(path: path + ".answer")
    }

    /// - Parameter path: the path of the file for a database that is opened read-only; `nil` for one in memory.
    private init(queue: DatabaseQueue, readingAt path: String? = nil) {
        access = DatabaseAccess(writer: queue)
        (chats, messages, outbox) = (ChatStore(access), MessageStore(access), OutboxStore(access))
        (drafts, contacts, sync) = (DraftStore(access), ContactStore(access), SyncStore(access))
        (encryption, unheard, imports) = (EncryptionStore(access), MissedHistoryStore(access), ImportStore(access))
        search = if let path { SearchIndex(access, readingBeside: path) } else { SearchIndex(access) }
        pendingAnswer = PendingSyncResponseFile(path: nil)
    }

    /// Opens a database read-only, even if another process has it open. Nothing is created or changed.
    package static func reading(path: String) throws(StorageError) -> ProfileDatabase {
        do {
            var configuration = Configuration.profile
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let (version, isBetween) = try queue.read { db in
                (try db.value("PRAGMA user_version", as: Int.self) ?? 0, try MessageTableMigration.isUnderWay(db))
            }
            let newest = Migration.all.last?.version ?? 0
            if isBetween { throw StorageError.olderVersion }
            if version != newest { throw version > newest ? StorageError.newerVersion : StorageError.olderVersion }
            return ProfileDatabase(queue: queue, readingAt: path)
        } catch {
            throw StorageError(error)
        }
    }

    /// Creates a database in memory, for tests.
    package static func inMemory() throws(StorageError) -> ProfileDatabase {
        do {
            let queue = try DatabaseQueue(configuration: .profile)
            try Migrator(migrations: Migration.all).migrate(queue, file: nil)
            return ProfileDatabase(queue: queue)
        } catch {
            throw StorageError(error)
        }
    }

    /// The number of chats that a tall screen shows.
    package static let usualChatLimit = 100

    /// Reads the data of the first frame in one snapshot: see ``StartupSnapshot``.
    ///
    /// - Parameters:
    ///   - lastOpenChatID: the chat to show; `nil` for the one stored under ``SyncStore/lastOpenChatKey``.
    ///   - chatLimit: the number of chats that the screen shows; ``ChatStore/allAside()`` reads the others.
    package func opening(
        lastOpenChatID: String? = nil, chatLimit: Int = usualChatLimit
    ) throws(StorageError) -> StartupSnapshot {
        try access.readFirst { db in
            try StartupSnapshot(db, lastOpenChatID: lastOpenChatID, chatLimit: chatLimit)
        }
    }

    /// Waits for all pending requests and closes the database; later requests fail. No data is left in files beside
    /// the database.
    package func close() {
        search.close()
        access.close()
    }
}

extension Configuration {
    fileprivate static var profile: Configuration {
        var configuration = Configuration()
        configuration.label = "confab.profile"
        // A reader each for the main actor, a builder and a script. More would cost memory, because each has its own
        // page cache.
        configuration.maximumReaderCount = 3
        configuration.busyMode = .timeout(5)
        // A negative cache size is in KiB. Reads cover a page of one chat at a time, and the system caches the file
        // too.
        configuration.prepareDatabase { db in
            db.add(function: .confusableSkeleton)
            try db.execute(sql: "PRAGMA cache_size = \(db.configuration.readonly ? -256 : -1024)")
        }
        return configuration
    }
}

extension DatabasePool {
    /// Sets `FULL` synchronous mode. The pool sets `NORMAL` when it opens, which may lose the last commits in a power
    /// failure.
    fileprivate func writeFullySynchronously() throws {
        try writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            guard try db.value("PRAGMA synchronous", as: Int.self) == 2 else {
                throw StorageError.other("SQLite did not take synchronous = FULL")
            }
        }
    }
}
