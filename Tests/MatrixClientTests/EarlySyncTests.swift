import Dispatch
import MatrixAPI
import Synchronization
import Testing

@testable import MatrixClient

/// Tests the first sync request, which is sent beside the request of the versions.
@Suite(.timeLimit(.minutes(5))) struct EarlySyncTests {
    private static let versions = String.http(200, #"{"versions":["v1.11"]}"#)
    private static let sync = String.http(200, #"{"next_batch":"s1"}"#)

    /// Runs a sync loop without delays until the first response is applied.
    ///
    /// - Parameter meanwhile: Called beside the loop.
    /// - Returns: The reported states.
    private func runUntilApplied(
        at server: ScriptedServer, meanwhile: (SyncLoop) async -> Void = { _ in }
    ) async -> [ConnectionState] {
        let states = Mutex<[ConnectionState]>([])
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: "secret")
        let loop = SyncLoop(
            client: client, filter: nil, since: nil, allowsStream: false, clock: LoopClock(now: { 0 }) { _ in }
        ) { _ in
            false
        } report: { state in
            states.withLock { $0.append(state) }
        }
        async let running: Void = loop.run()
        await meanwhile(loop)
        await running
        await client.shutdown()
        return states.withLock { $0 }
    }

    private func count(_ path: String, at server: ScriptedServer) -> Int {
        server.requests.count { $0.target.contains(path) }
    }

    @Test func firstSyncIsRequestedBesideVersions() async throws {
        let arrivals = AsyncStream<Void>.makeStream()
        let isAsked = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request, conversation in
            guard request.target.contains("/versions") else {
                isAsked.signal()
                return conversation.say(Array(Self.sync.utf8))
            }
            // The versions are answered once the sync is requested.
            isAsked.wait()
            arrivals.continuation.finish()
            conversation.say(Array(Self.versions.utf8))
        }
        defer { server.stop() }
        _ = await runUntilApplied(at: server)
        for await _ in arrivals.stream {}
        #expect(count("/sync", at: server) == 1 && count("/versions", at: server) == 1)
    }

    @Test func earlyResponseIsNotAppliedAfterFailureOfVersions() async throws {
        let isFirst = Mutex(true)
        let server = try ScriptedServer { request, conversation in
            guard request.target.contains("/versions") else { return conversation.say(Array(Self.sync.utf8)) }
            let fails = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            conversation.say(Array((fails ? .http(500, "{}") : Self.versions).utf8))
        }
        defer { server.stop() }
        let states = await runUntilApplied(at: server)
        #expect(states.contains { if case .waiting = $0 { true } else { false } })
        #expect(count("/versions", at: server) == 2)
        // The second attempt sends its own request.
        #expect(server.requests.last?.target.contains("/sync") == true)
    }

    @Test func newNetworkReplacesTheEarlyRequest() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let isOver = DispatchSemaphore(value: 0)
        let unanswered = Mutex(["/versions", "/sync"])
        let server = try ScriptedServer { request, conversation in
            // The first requests are never answered, as on a dead connection.
            let isDead = unanswered.withLock { paths in
                let place = paths.firstIndex { request.target.contains($0) }
                return place.map { paths.remove(at: $0) } != nil
            }
            if isDead {
                arrived.yield()
                isOver.wait()
            } else {
                conversation.say(Array((request.target.contains("/sync") ? Self.sync : Self.versions).utf8))
            }
        }
        defer { server.stop() }
        _ = await runUntilApplied(at: server) { loop in
            var waiting = arrivals.makeAsyncIterator()
            await waiting.next()
            await waiting.next()
            await loop.networkChanged()
        }
        #expect(count("/sync", at: server) == 2 && count("/versions", at: server) == 2)
        isOver.signal()
        isOver.signal()
    }
}
