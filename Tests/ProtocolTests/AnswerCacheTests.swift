import MatrixAPI
import MatrixClient
import Synchronization
import Testing

/// Tests the cache of a sync response that has not been applied yet, in a loop that reaches no server.
@Suite(.timeLimit(.minutes(5))) struct AnswerCacheTests {
    private final class Shelf: Sendable {
        let body: Mutex<[UInt8]?>
        let applied = Mutex<[SyncResponse]>([])

        init(_ text: String) { body = Mutex(Array(text.utf8)) }

        var answerCache: SyncResponseCache {
            SyncResponseCache(
                keep: { body, _ in self.body.withLock { $0 = body } },
                kept: { since in since == nil ? self.body.withLock { $0 } : nil },
                clear: { self.body.withLock { $0 = nil } })
        }

        var isEmpty: Bool { body.withLock { $0 == nil } }
    }

    /// - Returns: Once the loop failed to reach the server.
    private func run(with answerCache: Shelf, since: String? = nil, isStored: Bool = true) async {
        let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"), accessToken: "secret")
        let (states, state) = AsyncStream.makeStream(of: ConnectionState.self)
        let loop = SyncLoop(client: client, filter: nil, since: since, answerCache: answerCache.answerCache) {
            responses in
            answerCache.applied.withLock { $0 += responses }
            return isStored
        } report: {
            state.yield($0)
        }
        let running = Task {
            await loop.run()
            state.finish()
        }
        for await state in states { if case .waiting = state { break } }
        await loop.stop()
        await running.value
        await client.shutdown()
    }

    @Test func cachedResponseIsAppliedWhileOffline() async {
        let answerCache = Shelf(#"{"next_batch":"s1","rooms":{"join":{"!tea":{}}}}"#)
        await run(with: answerCache)
        let applied = answerCache.applied.withLock { $0 }
        #expect(applied.map(\.nextBatch) == ["s1"])
        #expect(applied.first?.isWhole == true)
        #expect(applied.first?.joined.keys.map(\.self) == ["!tea"])
        #expect(answerCache.isEmpty)
    }

    @Test func unreadableCacheEntryIsRemoved() async {
        let answerCache = Shelf("<html>")
        await run(with: answerCache)
        #expect(answerCache.applied.withLock { $0.isEmpty })
        #expect(answerCache.isEmpty)
    }

    @Test func unstoredResponseStaysInTheCache() async {
        let answerCache = Shelf(#"{"next_batch":"s1"}"#)
        await run(with: answerCache, isStored: false)
        #expect(!answerCache.isEmpty)
    }
}
