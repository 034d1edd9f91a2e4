package import Conversations
import GRDB
import Synchronization

/// All words that are kept, to be searched: a database of its own beside the profile's (`path.search`), which is made of that one
/// and made anew where it is missing, damaged or of another.
///
/// Nothing waits for it: what comes is noted with its message (`search_queue`) and taken in afterwards, in slices whose writing
/// holds no lock of the profile's.
package final class SearchIndex: Sendable {
    /// How many messages a slice takes in.
    package static let sliceSize = 2_000

    let access: DatabaseAccess
    private let file: SearchFile
    private let isTaking = Mutex(false)

    init(_ access: DatabaseAccess) {
        self.access = access
        file = SearchFile(path: access.path.map(Self.path))
    }

    /// Of a database that is only read, beside which another process may take in what comes; ``look(_:limit:)`` alone is asked of it.
    init(_ access: DatabaseAccess, readingBeside path: String) {
        self.access = access
        file = SearchFile(path: Self.path(beside: path))
    }

    private static func path(beside database: String) -> String { database + ".search" }

    /// Takes in the next slice: what came or changed, and where that is done, what was here before the index.
    ///
    /// - Returns: whether there may be more; `false` as well while somebody else is at it.
    nonisolated(nonsending) package func takeNext() async throws(StorageError) -> Bool {
        // Of two that took the same, the slower could put an older text in the place of a newer one.
        guard
            isTaking.withLock({ isTaking in
                defer { isTaking = true }
                return !isTaking
            })
        else { return false }
        defer { isTaking.withLock { $0 = false } }
        return try await takeSlice()
    }

    private nonisolated(nonsending) func takeSlice() async throws(StorageError) -> Bool {
        let (slice, index) = try await beside { source, opened in
            let begun = try opened.read { try SearchWriter(db: $0).nextID() }
            return (try source.slice(before: begun, limit: Self.sliceSize), opened.access)
        }
        guard !slice.isEmpty else { return false }
        do throws(StorageError) {
            try await index.write(durable: .withNext) { try SearchWriter(db: $0).take(slice) }
        } catch .corrupt {
            file.forget(index)
            return true
        }
        if let place = slice.lastPlace {
            try await access.write(durable: .withNext) { try SearchSource(db: $0).drop(upTo: place) }
        }
        return true
    }

    /// Whether all that is kept is in it, but for what came just now.
    nonisolated(nonsending) package func isWhole() async throws(StorageError) -> Bool {
        try await beside { _, opened in try opened.read { try SearchWriter(db: $0).nextID() } == nil }
    }

    /// What matches, the newest first.
    ///
    /// - Parameters:
    ///   - place: before which of those that were found before; `nil` for the newest.
    ///   - limit: the most that are answered with, one at least.
    nonisolated(nonsending) package func find(
        _ query: SearchQuery, before place: Int64? = nil, limit: Int
    ) async throws(StorageError) -> SearchPage {
        var page = SearchPage(hits: [], next: place)
        // What was removed or is ignored is passed over, and the next ones are looked at.
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

    /// What matches, the newest first, and nothing is written for it: what the index lacks is looked through message by message, which takes
    /// the longer the more there is of that.
    nonisolated(nonsending) package func look(
        _ query: SearchQuery, limit: Int
    ) async throws(StorageError) -> [SearchHit] {
        try await access.readAside { [file] db in
            let source = SearchSource(db: db)
            guard let index = try file.reading(origin: source.origin()) else {
                return try SearchLook(source: source, index: nil).hits(query, limit: limit)
            }
            defer { try? index.close() }
            do {
                return try SearchLook(source: source, index: index).hits(query, limit: limit)
            } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
                // Whoever takes in what comes finds it damaged as well.
                return try SearchLook(source: source, index: nil).hits(query, limit: limit)
            }
        }
    }

    /// People whose names begin with a name, or all: see ``SearchPerson``.
    nonisolated(nonsending) package func people(
        named name: String, limit: Int
    ) async throws(StorageError) -> [SearchPerson] {
        try await access.readAside { try SearchSource(db: $0).people(named: name, limit: limit) }
    }

    /// Takes in what is here and what comes, until the task is cancelled. To be called once.
    ///
    /// - Parameter took: called each time that something more is found.
    nonisolated(nonsending) package func keepUp(took: @Sendable () async -> Void) async {
        // Nobody searches so soon, and a start has other things to do.
        try? await Task.sleep(for: Self.startPause)
        for await _ in access.written.all {
            // What comes together is taken in together.
            try? await Task.sleep(for: Self.pause)
            var slices = 0
            while !Task.isCancelled, (try? await takeNext()) == true {
                slices += 1
                if slices.isMultiple(of: Self.toldSlices) { await took() }
            }
            if slices > 0 { await took() }
        }
    }

    /// Of a long time of taking in, how often it is told.
    private static let toldSlices = 40
    private static let startPause = Duration.seconds(1)
    private static let pause = Duration.milliseconds(100)

    /// Begins anew with the next slice.
    nonisolated(nonsending) package func forget() async throws(StorageError) {
        try await access.readAside { [file] db in
            file.forget(try file.open(origin: SearchSource(db: db).origin()))
        }
    }

    func close() { file.close() }

    /// Runs in a snapshot of the profile's database, with the index. One that turns out to be damaged is made anew at once, and what
    /// is found until it is filled again is what it has by then.
    private nonisolated(nonsending) func beside<Value: Sendable>(
        _ body: @escaping @Sendable (SearchSource, OpenedSearchFile) throws -> Value
    ) async throws(StorageError) -> Value {
        if let value = try await attempt(body) { return value }
        // Who takes in what comes waits for something to be written.
        access.written.send()
        guard let value = try await attempt(body) else { throw .corrupt("") }
        return value
    }

    /// - Returns: `nil` where the index is damaged.
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
