import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests a line that waits for its retry, which never happens automatically here, because no timer of the outbox
/// fires.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class TryNowTests {
    enum Breakage: String, CaseIterable {
        case requestLost, badGateway, serverInTrouble

        var fault: Fault {
            switch self {
            case .requestLost: .loseRequest
            case .badGateway: .badGateway
            case .serverInTrouble:
                .json(status: 500, #"{"errcode":"M_UNKNOWN","error":"trouble"}"#)
            }
        }
    }

    private let frames = FrameClock()
    private var chat: ChatViewModel?
    private var composer: ComposerViewModel?
    private var connection: ConnectionViewModel?

    @Test(arguments: Breakage.allCases)
    func tryNowSkipsTheRetryDelay(after breakage: Breakage) async throws {
        try await withAna { proxy in
            let broken = proxy.meet(.send, with: breakage.fault)
            #expect(self.connection?.tryNow.reason == "You are online")
            #expect(self.composer?.send("tea?") == nil)
            try await proxy.waitForFaults(by: broken)
            try await self.wait { self.status == "online, next try in 1 s" }
            #expect(self.connection?.counts.unsent == 1 && self.connection?.tryNow.reason == nil)

            self.connection?.tryNow()
            try await self.wait { self.rows.last?.status == "sent" && self.status == "online" }
            #expect(self.connection?.counts.unsent == 0)
            #expect(self.connection?.tryNow.reason == "You are online")
            #expect(self.rows.map(\.text) == ["tea?"])
            #expect(proxy.count(of: .send) == 2)
        }
    }

    @Test func tryNowCannotSkipARateLimit() async throws {
        try await withAna { proxy in
            let limited = proxy.meet(.send, with: .limited(for: 50_000))
            #expect(self.composer?.send("tea?") == nil)
            try await proxy.waitForFaults(by: limited)
            try await self.wait { self.status.hasPrefix("the server wants a pause") }
            #expect(self.connection?.tryNow.reason?.string.hasPrefix("The server asks for a pause") == true)
        }
    }

    /// Runs the body with ana online in a chat of her own.
    private func withAna(_ body: @escaping @MainActor (FaultProxy) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            _ = try await ana.makeRoom()
            try await self.follow(ana) { try await body(proxy) }
        }
    }

    private func follow(_ person: Person, _ body: @MainActor () async throws -> Void) async throws {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: frames)
        events.chat.subscribe(self) { $0.chat = $1 }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { $0.connection = $1 }
        let session = ConversationSession(
            account: Account(userID: person.userID, displayName: "Ana", deviceID: person.session.deviceID),
            database: database, client: person.client, events: events,
            environment: SessionEnvironment(now: { 0 }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await wait { status == "online" && composer?.send.reason == nil && chat != nil }
        try await body()
        await session.close()
        await person.client.shutdown()
        database.close()
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
