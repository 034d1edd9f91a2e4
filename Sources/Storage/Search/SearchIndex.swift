package import Conversations
import GRDB
import Synchronization

/// The full-text search over all stored messages. It is a database of its own beside the profile's (`path.search`),
/// derived from that one. It is created again if it is missing, damaged or of another profile.
///
/// Nothing waits for it. New messages are queued (`search_queue`) and indexed afterwards, in slices that hold no lock
/// on the profile's database while writing.
package final class SearchIndex: Sendable {
    package enum IndexingStep: Sendable {
        case nothing
        /// A slice was indexed, and there may be more.
        case slice
        /// A slice was indexed. It had everything that was queued when it was read, and all older messages are indexed.
        case lastSlice
    }

    /// The maximum number of messages of a slice.
    package static let sliceSize = 2_000

    let access: DatabaseAccess
    private let file: SearchFile
    private let isTaking = Mutex(false)
    /// The connection of an index that has all messages from before it was created; `nil` until that is known.
    private let completeIndex = Mutex<(any DatabaseWriter)?>(nil)

    init(_ access: DatabaseAccess) {
        self.access = access
        file = SearchFile(path: access.path.map(Self.path))
    }

    /// Searches in a read-only database, whose index another process may update. Only ``search(_:limit:)`` is
    /// supported.
    init(_ access: DatabaseAccess, readingBeside path: String) {
        self.access = access
        file = SearchFile(path: Self.path(beside: path))
    }

    private static func path(beside database: String) -> String { database + ".search" }

    /// Indexes the next slice: first queued messages, then those from before the index was created.
    ///
    /// - Returns: ``IndexingStep/nothing`` also if another task is indexing.
    nonisolated(nonsending) package func takeNext() async throws(StorageError) -> IndexingStep {
        // If two tasks indexed the same message, the slower one could overwrite newer text with older text.
        guard
            isTaking.withLock({ isTaking in
                defer { isTaking = true }
                return !isTaking
            })
        else { return .nothing }
        defer { isTaking.withLock { $0 = false } }
        return try await takeSlice()
    }

    private nonisolated(nonsending) func takeSlice() async throws(StorageError) -> IndexingStep {
        let (slice, index) = try await beside { [self] source, opened in
            let isComplete = completeIndex.withLock { $0 === opened.access.writer }
            let begun = isComplete ? nil : try opened.read { try SearchWriter(db: $0).nextID() }
            if begun == nil { completeIndex.withLock { $0 = opened.access.writer } }
            return (try source.slice(before: begun, limit: Self.sliceSize), opened.access)
        }
        guard !slice.isEmpty else { return .nothing }
        do throws(StorageError) {
            try await index.write(durable: .withNext) { try SearchWriter(db: $0).write(slice) }
        } catch .corrupt {
            file.forget(index)
            return .slice
        }
        if let place = slice.lastPlace {
            try await access.write(durable: .withNext, signals: false) { try SearchSource(db: $0).drop(upTo: place) }
        }
        return slice.isComplete ? .lastSlice : .slice
    }

    /// Whether all stored messages are indexed, except for those that arrived just now.
    nonisolated(nonsending) package func isWhole() async throws(StorageError) -> Bool {
        try await beside { _, opened in try opened.read { try SearchWriter(db: $0).nextID() } == nil }
    }

    /// Returns the matching messages, newest first.
    ///
    /// - Parameters:
    ///   - place: the sort key before which results are returned; `nil` for the newest.
    ///   - limit: the maximum number of results, at least one.
    nonisolated(nonsending) package func find(
        _ query: SearchQuery, before place: Int64? = nil, limit: Int
    ) async throws(StorageError) -> SearchPage {
        var page = SearchPage(hits: [], next: place)
        // Removed and ignored messages are skipped, so more results are read.
        repeat {
            let next = try await found(query, before: page.next, limit: limit - page.hits.count)
            page = SearchPage(hits: page.hits + next.hits, next: next.next)
        } while page.hits.count < limit && page.next != nil
        return page
    }

    private nonisolated(nonsending) func found(
        _ query: SearchQuery, before place: Int64?, limit: Int
    ) async throws(StorageError) -> SearchPage {
        try await beside { source, opened in
            let keys = try query.chatIDs.map { try source.keys(of: $0) }
            let places = try opened.read { db in
                try SearchReader(db: db).places(query, chatKeys: keys, before: place, limit: limit)
            }
            return SearchPage(
                hits: try source.hits(at: places), next: places.count < limit ? nil : places.last?.place)
        }
    }

    /// Returns the matching messages, newest first, without writing. Messages that are not indexed are scanned one by
    /// one, so the duration grows with their number.
    nonisolated(nonsending) package func search(
        _ query: SearchQuery, limit: Int
    ) async throws(StorageError) -> [SearchHit] {
        try await access.readAside { [file] db in
            let source = SearchSource(db: db)
            guard let index = try file.reading(origin: source.origin()) else {
                return try PartialIndexSearch(source: source, index: nil).hits(query, limit: limit)
            }
            defer { try? index.close() }
            do {
                return try PartialIndexSearch(source: source, index: index).hits(query, limit: limit)
            } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
                // The process that updates the index finds the damage as well.
                return try PartialIndexSearch(source: source, index: nil).hits(query, limit: limit)
            }
        }
    }

    /// Returns people whose names have words that begin with those of a name. An empty name matches everybody. See
    /// ``SearchPerson``.
    nonisolated(nonsending) package func people(
        named name: String, limit: Int
    ) async throws(StorageError) -> [SearchPerson] {
        try await access.readAside { try SearchSource(db: $0).people(named: name, limit: limit) }
    }

    /// Indexes existing and new messages until the task is canceled. Call this once.
    ///
    /// - Parameter took: called each time after more messages became searchable.
    nonisolated(nonsending) package func indexContinuously(took: @Sendable () async -> Void) async {
        // Waits, because searches don't happen this early and the start has more urgent work.
        try? await Task.sleep(for: Self.startPause)
        for await _ in access.written.all {
            // Debounces writes that arrive together.
            try? await Task.sleep(for: Self.pause)
            var slices = 0
            while !Task.isCancelled, let step = try? await takeNext(), step != .nothing {
                slices += 1
                if step == .lastSlice { break }
                if slices.isMultiple(of: Self.toldSlices) { await took() }
            }
            if slices > 0 { await took() }
        }
    }

    /// The number of slices between two callbacks during long indexing.
    private static let toldSlices = 40
    private static let startPause = Duration.seconds(1)
    private static let pause = Duration.milliseconds(100)

    /// Discards the index; it is built again from the next slice on.
    nonisolated(nonsending) package func forget() async throws(StorageError) {
        try await access.readAside { [file] db in
            file.forget(try file.open(origin: SearchSource(db: db).origin()))
        }
    }

    func close() { file.close() }

    /// Runs in a snapshot of the profile's database, with the index. A damaged index is created again at once, and
    /// searches cover only what is indexed so far.
    private nonisolated(nonsending) func beside<Value: Sendable>(
        _ body: @escaping @Sendable (SearchSource, OpenedSearchFile) throws -> Value
    ) async throws(StorageError) -> Value {
        if let value = try await attempt(body) { return value }
        // Wakes the indexing task, which waits for a write.
        access.written.send()
        guard let value = try await attempt(body) else { throw .corrupt("") }
        return value
    }

    /// - Returns: `nil` if the index is damaged.
    private nonisolated(nonsending) func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (SearchSource, OpenedSearchFile) throws -> Value
    ) async throws(StorageError) -> Value? {
        try await access.readAside { [file] db in
            let source = SearchSource(db: db)
            let opened = OpenedSearchFile(access: try file.open(origin: source.origin()))
            do {
                return try body(source, opened)
            } catch is OpenedSearchFile.IsDamaged {
                file.forget(opened.access)
                return nil
            }
        }
    }
}

/// A search index in use. Its damage is reported separately from that of the profile's database.
struct OpenedSearchFile: Sendable {
    struct IsDamaged: Error {}

    let access: DatabaseAccess

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do throws(StorageError) {
            return try access.read(body)
        } catch .corrupt {
            throw IsDamaged()
        }
    }
}
