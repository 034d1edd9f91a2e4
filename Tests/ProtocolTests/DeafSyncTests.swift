import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Synchronization
import TestSupport
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests a sync that hangs while all other requests succeed. The outbox uses a manual clock.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class DeafSyncTests {
    private let frames = FrameClock()
    private let time = Mutex<Int64>(0)
    private var timers: [(due: Int64, body: @MainActor () -> Void)] = []
    private var chat: ChatViewModel?
    private var composer: ComposerViewModel?
    private var connection: ConnectionViewModel?

    @Test func sendingPausesWhileSyncMissesASentLine() async throws {
        try await withAna { ana, proxy, roomID in
            let held = proxy.meet(.sync, with: .hold, times: 10_000)
            // The line ends the current poll, and the next poll hangs.
            _ = try await ana.say("before", in: roomID)
            try await proxy.waitForFaults(by: held)
            let sends = proxy.count(of: .send)
            #expect(self.composer?.send("tea?") == nil)
            try await self.wait { self.rows.last?.text == "tea?" && self.rows.last?.status == "sent" }
            #expect(proxy.count(of: .send) == sends + 1 && self.status == "online")

            let syncs = proxy.count(of: .sync)
            let connections = proxy.connectionsMade
            self.pass(10_000)
            try await self.wait { self.status.hasPrefix("not receiving messages") }
            #expect(self.composer?.send("now?") == nil)
            try await self.wait { self.rows.last?.text == "now?" && self.rows.last?.status == "unsent" }
            #expect(self.connection?.counts.unsent == 1)
            try await proxy.waitForRequests(syncs + 1, to: .sync)
            #expect(proxy.connectionsMade > connections)
            #expect(proxy.count(of: .send) == sends + 1)

            proxy.mend()
            try await self.wait { self.status == "online" && self.rows.last?.status == "sent" }
            #expect(self.rows.map(\.text).suffix(3) == ["before", "tea?", "now?"])
            #expect(self.connection?.counts.unsent == 0)
        }
    }

    @Test func lineShownBySyncCausesNoReconnect() async throws {
        try await withAna { ana, proxy, roomID in
            #expect(self.composer?.send("tea?") == nil)
            let versions = proxy.count(of: .versions)
            try await self.wait { self.rows.last?.text == "tea?" && self.rows.last?.status == "sent" }
            // This message arrives after the line.
            _ = try await ana.say("after", in: roomID)
            try await self.wait { self.rows.last?.text == "after" }
            self.pass(60_000)
            #expect(self.status == "online" && proxy.count(of: .versions) == versions)
        }
    }

    private func pass(_ milliseconds: Int64) {
        let now = time.withLock { time in
            time += milliseconds
            return time
        }
        let due = timers.filter { $0.due <= now }
        timers.removeAll { $0.due <= now }
        for timer in due { timer.body() }
    }

    /// Runs the body with ana online in a chat of her own, while her program polls.
    private func withAna(
        _ body: @escaping @MainActor (Person, FaultProxy, String) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 10_000)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            let roomID = try await ana.makeRoom()
            let other = try await ana.logInAgain(on: server)
            try await self.follow(ana, proxy) { try await body(other, proxy, roomID) }
            await other.client.shutdown()
        }
    }

    private func follow(_ person: Person, _ proxy: FaultProxy, _ body: @MainActor () async throws -> Void) async throws
    {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: frames)
        events.chat.subscribe(self) { $0.chat = $1 }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { $0.connection = $1 }
        var environment = SessionEnvironment(
            now: { [self] in time.withLock { $0 } },
            after: { [self] delay, body in timers.append((time.withLock { $0 } + Int64(delay), body)) },
            quit: {}, didCompleteStep: { _ in })
        environment.clock = LoopClock(
            now: { [self] in time.withLock { $0 } }, sleep: { try await Task.sleep(for: .milliseconds($0)) })
        let session = ConversationSession(
            account: Account(userID: person.userID, displayName: "Ana", deviceID: person.session.deviceID),
            database: database, client: person.client, events: events, environment: environment,
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        // The second request is the first poll.
        try await wait {
            status == "online" && composer?.send.reason == nil && chat != nil && proxy.count(of: .sync) >= 2
        }
        try await body()
        await session.close()
        await person.client.shutdown()
        database.close()
        timers = []
    }

    private var status: String { connection?.status.string ?? "" }

    private var rows: [(text: String, status: String)] {
        (chat?.rows ?? []).compactMap { row in
            guard case .message(let message) = row.content else { return nil }
            return (message.text.string, message.status.string)
        }
    }

    private func wait(_ isSo: () -> Bool) async throws {
        try await frames.deliver(until: isSo) { "\(status), \(rows)" }
    }
}
