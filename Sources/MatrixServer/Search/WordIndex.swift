import GRDB
import Glibc
import Logging

/// The full-text index of messages: a separate database beside the server's.
///
/// It is filled after the events are committed, in slices that are read outside the writer and written to another
/// file. So the index adds nothing to the writes and the waiting time of a send. The newest messages are indexed
/// first, before a search is answered. The index holds only data of events, and is rebuilt if it is missing, damaged
/// or belongs to other data.
actor WordIndex {
    /// The number of concurrent searches.
    static let readers = 2
    /// The number of events of a slice.
    static let sliceSize = 500
    /// The maximum that a search indexes before it is answered, in slices and in bytes of texts; the remaining
    /// messages are indexed later. So a search never waits for a flood of messages, and reports that the index is
    /// incomplete.
    private static let maxSlicesOfSearch = 20
    private static let maxBytesOfSearch = 512 << 10
    /// The number of deferred messages in a slice.
    private static let maxPutOff = 64
    private static let pause = Duration.seconds(1)
    /// The pause between two slices of older messages, which leaves the processor to others.
    private static let rest = Duration.milliseconds(5)

    /// The findings of a search.
    struct Findings: Sendable {
        /// The results, newest first.
        var found: [FoundWords] = []
        /// Whether some messages are not indexed yet, so that there may be more results.
        var isIncomplete = false
    }

    /// The result of indexing a slice.
    private struct IndexedSlice: Sendable {
        var textBytes = 0
        /// Whether there may be more.
        var hasMore = true
    }

    private let events: DatabasePool
    private let path: String
    private let readTime: Duration
    private let logger: Logger
    private var index: (pool: DatabasePool, reach: WordTables.Reach)?
    private var running: Task<IndexedSlice, any Error>?
    private var follower: Task<Void, Never>?
    private let written: (all: AsyncStream<Void>, told: AsyncStream<Void>.Continuation)

    /// - Parameter readTime: The processor's time that a search may use.
    init(_ events: DatabasePool, directory: String, readTime: Duration, logger: Logger) {
        self.events = events
        self.readTime = readTime
        path = directory + "/words.sqlite"
        self.logger = logger
        let (all, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        written = (all, told)
    }

    /// Notifies the index that there may be new messages.
    nonisolated func noteCommit() { written.told.yield() }

    /// Indexes old and new messages until the index is closed. It must be called only once.
    func follow() {
        noteCommit()
        let commits = written.all
        follower = Task(priority: .utility) { [weak self, logger] in
            for await _ in commits {
                // Messages that arrive within this time are indexed together.
                try? await Task.sleep(for: Self.pause)
                do {
                    while !Task.isCancelled, try await self?.takeNext() == true {
                        try? await Task.sleep(for: Self.rest)
                    }
                } catch {
                    logger.error("The index of words can't be filled", metadata: ["error": "\(LogText.of(error))"])
                }
            }
        }
    }

    func close() async {
        written.told.finish()
        follower?.cancel()
        await follower?.value
        _ = try? await running?.value
        let pool = index?.pool
        index = nil
        await ClosingWork.run { try? pool?.close() }
    }

    func find(_ question: WordQuery) async throws -> Findings {
        do {
            return try await found(question)
        } catch let error as DatabaseError where error.isDamage {
            discard()
            return try await found(question)
        }
    }

    private func found(_ question: WordQuery) async throws -> Findings {
        var findings = Findings(isIncomplete: true)
        var (slices, bytes) = (0, 0)
        while findings.isIncomplete, slices < Self.maxSlicesOfSearch, bytes < Self.maxBytesOfSearch {
            let taken = try await indexSlice()
            findings.isIncomplete = taken.hasMore
            slices += 1
            bytes += taken.textBytes
        }
        guard let pool = index?.pool else { return findings }
        findings.found = try await pool.read { [readTime] database in
            try database.withProcessorTime(readTime) { try WordTables($0).find(question) }
        }
        return findings
    }

    /// Indexes a slice of new messages, or else of older ones.
    ///
    /// - Returns: Whether there may be more.
    func takeNext() async throws -> Bool { try await indexSlice().hasMore }

    /// Indexes a slice. Only a single one runs at a time: a second caller waits for the running slice and no longer.
    private func indexSlice() async throws -> IndexedSlice {
        if let running {
            // The running slice may have begun before the caller's messages were written, so it doesn't tell
            // whether there are more.
            return IndexedSlice(textBytes: (try await running.value).textBytes)
        }
        let task = Task {
            defer { running = nil }
            return try await takeSlice()
        }
        running = task
        return try await task.value
    }

    private func takeSlice() async throws -> IndexedSlice {
        var (pool, reach) = try await open()
        let begun = reach
        var slice = try await events.read { try WordSlice.newer($0, after: begun.upTo, limit: Self.sliceSize) }
        if let last = slice.last {
            (reach.upTo, reach.eventID) = (last.stream, last.eventID)
        } else if reach.older > 0 {
            slice = try await events.read { try WordSlice.older($0, upTo: begun.older, limit: Self.sliceSize) }
            reach.older = slice.last.map { $0.stream - 1 } ?? 0
        } else {
            let places = try await pool.read { try WordTables($0).putOff(limit: Self.maxPutOff) }
            guard !places.isEmpty else { return IndexedSlice(hasMore: false) }
            slice = try await events.read { try WordSlice.putOff($0, places) }
        }
        do {
            try await pool.write { [slice, reach] in try WordTables($0).insert(slice, reach) }
        } catch let error as DatabaseError where error.isDamage {
            discard()
            return IndexedSlice()
        }
        index = (pool, reach)
        return IndexedSlice(textBytes: slice.textBytes)
    }

    private func open() async throws -> (pool: DatabasePool, reach: WordTables.Reach) {
        if let index { return index }
        if access(path, F_OK) == 0, let pool = try? DatabasePool(path: path, configuration: Self.configuration) {
            if let reach = try? await pool.read({ try WordTables($0).reach() }), try await isHere(reach) {
                index = (pool, reach)
                return (pool, reach)
            }
            try? pool.close()
        }
        return try await make()
    }

    /// Whether the index belongs to the server's data, which may have been restored from an older copy.
    private func isHere(_ reach: WordTables.Reach) async throws -> Bool {
        try await events.read { database in
            try reach.upTo == 0 || EventsTable(database).event(at: reach.upTo)?.eventID == reach.eventID
        }
    }

    private func make() async throws -> (pool: DatabasePool, reach: WordTables.Reach) {
        remove()
        // SQLite gives the files beside it the mode of the database.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        let newest = try await events.read { try EventsTable($0).select("TRUE ORDER BY stream DESC LIMIT 1", []).first }
        let reach = WordTables.Reach(
            upTo: newest?.stream ?? 0, eventID: newest?.eventID ?? "", older: newest?.stream ?? 0)
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        try await pool.write { try WordTables($0).make(reach) }
        index = (pool, reach)
        return (pool, reach)
    }

    private func discard() {
        logger.warning("The index of words is damaged and made anew")
        try? index?.pool.close()
        index = nil
        remove()
    }

    private func remove() { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.maximumReaderCount = readers
        configuration.label = "confab.words"
        return configuration
    }
}

extension DatabaseError {
    fileprivate var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
    }
}
