import GRDB
import MatrixAPI
import NIOHTTP1
import Synchronization
import Testing

@testable import MatrixServer

/// Tests that an account with many requests waits for its own, and doesn't slow others.
@Suite(.timeLimit(.minutes(5))) struct FairTurnTests {
    @Test func concurrentTurnsPerAccountAreLimited() async throws {
        let turns = AccountConcurrencyLimiter(atATime: 3, perAccount: 2)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let mallory = (1...3).map { _ in Task { try await turns.run(for: "mallory") { for await _ in gate {} } } }
        try await waitUntil("two run and one waits") { turns.runningCount == 2 && turns.waitingCount == 1 }
        try await turns.run(for: "ana") { #expect(turns.runningCount == 3) }
        open.finish()
        for task in mallory { try await task.value }
        #expect(turns.runningCount == 0 && turns.waitingCount == 0)
    }

    @Test func slowReadsOfOneAccountDoNotDelayOthers() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, mallory) = (try await server.person("ana"), try await server.person("mallory"))
        let since = try #require(try await mallory.sync()["next_batch"]?.string)
        let reads = server.server.server.reads
        let (gate, open) = AsyncStream<Void>.makeStream()
        let holding = (1...2).map { _ in
            Task { try await reads.run(for: mallory.userID) { for await _ in gate {} } }
        }
        try await waitUntil("both turns are taken") { reads.runningCount == 2 }
        let paths = [
            "v3/joined_rooms", "v3/sync?timeout=0&since=\(since)", "v3/pushrules/", "v3/user_directory/search",
        ]
        let asked = paths.map { path in
            Task { try await mallory.ask(path.hasSuffix("search") ? .POST : .GET, path, ["search_term": "a"]).status }
        }
        try await waitUntil("all of them wait") { reads.waitingCount == paths.count }
        #expect(try await ana.ask(.GET, "v3/joined_rooms").status == 200)
        #expect(try await ana.ask(.GET, "v3/sync?timeout=0").status == 200)
        open.finish()
        for task in holding { try await task.value }
        for task in asked { #expect(try await task.value == 200) }
        await server.stop()
    }

    @Test func longBodiesOfOneAccountAreParsedOneByOne() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, mallory) = (try await server.person("ana"), try await server.person("mallory"))
        let turns = server.server.server.longBodies
        func put(_ bytes: Int, by person: Person) async throws -> Int {
            let body: JSONValue = ["text": .string(String(repeating: "x", count: bytes))]
            return try await person.ask(.PUT, "v3/user/\(person.userID)/account_data/m.x", body).status
        }
        let (gate, open) = AsyncStream<Void>.makeStream()
        let holding = Task { try await turns.run(for: mallory.userID) { for await _ in gate {} } }
        try await waitUntil("its turn is taken") { turns.runningCount == 1 }
        let long = Task { try await put(60_000, by: mallory) }
        try await waitUntil("the long body waits") { turns.waitingCount == 1 }
        #expect(try await put(100, by: mallory) == 200)
        #expect(try await put(60_000, by: ana) == 200)
        open.finish()
        try await holding.value
        #expect(try await long.value == 200)
        await server.stop()
    }

    @Test(arguments: [(weight: 60_000, order: "m1 ana m2 m3"), (weight: 100, order: "m1 m2 m3 ana")])
    func largeChangesOfOneAccountYieldToOthers(weight: Int, order: String) async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        let ran = Mutex<[String]>([])
        _ = try await writer.whileTheWriterIsHeld(
            ["m1", "m2", "m3", "ana"].map { name in
                let user = name == "ana" ? "@ana:localhost" : "@mallory:localhost"
                return (
                    PendingChange.Share(user: user, weight: weight),
                    { _ in
                        ran.withLock { $0.append(name) }
                        return name
                    }
                )
            })
        #expect(ran.withLock { $0 }.joined(separator: " ") == order)
    }

    @Test func logIsCheckpointedOutsideTheWriter() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        let text = String(repeating: "x", count: 60_000)
        try await waitUntil("the log was copied") {
            try await writer.say(text)
            return writer.copies > 0
        }
        // With SQLite's default the writer would do it.
        let pages = try await writer.server.pool.writeWithoutTransaction { try $0.integer("PRAGMA wal_autocheckpoint") }
        #expect(pages == 0)
    }
}
