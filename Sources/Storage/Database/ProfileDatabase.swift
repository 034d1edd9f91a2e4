import GRDB

/// The database of one profile: what this device knows of an account's chats, and what it has yet to send.
package final class ProfileDatabase: Sendable {
    package let chats: ChatStore
    package let messages: MessageStore
    package let outbox: OutboxStore
    package let drafts: DraftStore
    package let contacts: ContactStore
    package let sync: SyncStore
    package let encryption: EncryptionStore
    package let unheard: UnheardStore
    package let search: SearchIndex
    package let imports: ImportStore
    package let pendingAnswer: PendingAnswerFile
    let access: DatabaseAccess
    /// How many reads kept the main actor waiting, beside the opening.
    package var readsOnMainActor: Int { access.reads.onMainActor }

    /// Opens the file, or makes it (0600, in a directory of 0700), and brings it to the newest shape. Before an existing
    /// database changes its shape a copy is kept beside it, named with the version to come: `path.before-2`.
    ///
    /// - Parameter progress: told how much of that is done, 0…1, where there is something to wait for.
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
        (encryption, unheard, search) = (EncryptionStore(access), UnheardStore(access), SearchIndex(access))
        imports = ImportStore(access)
        pendingAnswer = PendingAnswerFile(path: path + ".answer")
    }

    /// - Parameter path: of the file, where it is one that is only read.
    private init(queue: DatabaseQueue, readingAt path: String? = nil) {
        access = DatabaseAccess(writer: queue)
        (chats, messages, outbox) = (ChatStore(access), MessageStore(access), OutboxStore(access))
        (drafts, contacts, sync) = (DraftStore(access), ContactStore(access), SyncStore(access))
        (encryption, unheard, imports) = (EncryptionStore(access), UnheardStore(access), ImportStore(access))
        search = if let path { SearchIndex(access, readingBeside: path) } else { SearchIndex(access) }
        pendingAnswer = PendingAnswerFile(path: nil)
    }

    /// A database that another process may have open, to read alone: nothing is made or changed.
    package static func reading(path: String) throws(StorageError) -> ProfileDatabase {
        do {
            var configuration = Configuration.profile
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let (version, isBetween) = try queue.read { db in
                (try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0, try MessageMove.isUnderWay(db))
            }
            let newest = Migration.all.last?.version ?? 0
            if isBetween { throw StorageError.olderVersion }
            if version != newest { throw version > newest ? StorageError.newerVersion : StorageError.olderVersion }
            return ProfileDatabase(queue: queue, readingAt: path)
        } catch {
            throw StorageError(error)
        }
    }

    /// A database that ends with the process, for tests.
    package static func inMemory() throws(StorageError) -> ProfileDatabase {
        do {
            let queue = try DatabaseQueue(configuration: .profile)
            try Migrator(migrations: Migration.all).migrate(queue, file: nil)
            return ProfileDatabase(queue: queue)
        } catch {
            throw StorageError(error)
        }
    }

    /// As many chats as a tall screen shows.
    package static let usualChatLimit = 100

    /// What the first frame needs, in one snapshot: see ``Opening``.
    ///
    /// - Parameters:
    ///   - lastOpenChatID: the chat to show, `nil` for the one kept under ``SyncStore/lastOpenChatKey``.
    ///   - chatLimit: as many chats as the screen shows; ``ChatStore/allAside()`` reads the others.
    package func opening(
        lastOpenChatID: String? = nil, chatLimit: Int = usualChatLimit
    ) throws(StorageError) -> Opening {
        try access.readFirst { db in
            try Opening(db, lastOpenChatID: lastOpenChatID, chatLimit: chatLimit)
        }
    }

    /// Ends all use of the database once all that was asked of it is answered; what is asked later fails. Nothing is left beside
    /// the file that belongs into it.
    package func close() {
        search.close()
        access.close()
    }
}

extension Configuration {
    fileprivate static var profile: Configuration {
        var configuration = Configuration()
        configuration.label = "confab.profile"
        // The main actor, one builder and one script at a time: each reader costs a page cache.
        configuration.maximumReaderCount = 3
        configuration.busyMode = .timeout(5)
        // In KiB. What is read is a page of one chat, then of another, and the system keeps it as well.
        configuration.prepareDatabase { db in
            db.add(function: .nameLook)
            try db.execute(sql: "PRAGMA cache_size = \(db.configuration.readonly ? -256 : -1024)")
        }
        return configuration
    }
}

extension DatabasePool {
    /// The pool sets `NORMAL` itself when it opens, which may lose the last commits with the power.
    fileprivate func writeFullySynchronously() throws {
        try writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                throw StorageError.other("SQLite did not take synchronous = FULL")
            }
        }
    }
}
