import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Presentation
import Storage
import Synchronization
import TestSupport
import Testing
import ViewModels

/// Tests a clock that is ten years off, and is corrected while lines wait. Client, database and server are the real
/// ones.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class WrongClockTests {
    nonisolated private static let tenYears: Int64 = 10 * 31_557_600_000

    private let frames = FrameClock()
    private let clock = WrongClock()
    private var chat: ChatViewModel?
    private var composer: ComposerViewModel?
    private var status = ""

    @Test(arguments: [tenYears, -tenYears])
    func wrongClockKeepsMessagesOnceAndInOrder(error: Int64) async throws {
        clock.set(off: error)
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let chatID = try await ana.makeRoom(with: bo)
            try await self.talk(a: ana, with: bo, in: chatID, at: server)
            let page = try await bo.client.messages(roomID: chatID, from: nil, limit: 100)
            let said = page.chunk.reversed().compactMap { $0.content["body"]?.string }
            #expect(said == ["wrong 0", "seen", "wrong 1", "waiting 0", "waiting 1", "right"])
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    /// The age and rotation limits of keys must not lose a line.
    @Test(arguments: [tenYears, -tenYears])
    func wrongClockKeepsEncryptedMessagesReadableInOrder(error: Int64) async throws {
        try await Device.withEncryption { ana, bo, _ in
            let now = ana.time.now.withLock(\.self)
            var said: [String] = []
            for offset in [error, 0, error, 0] {
                ana.time.now.withLock { $0 = now + offset }
                for device in [ana, bo] {
                    said.append("line \(said.count)")
                    try await device.say(said[said.count - 1])
                    try await device.send()
                    try await ana.tend()
                    try await bo.tend()
                }
            }
            for device in [ana, bo] { #expect(try device.screen() == said) }
            let sessions = try await bo.sessions().count
            #expect((2...5).contains(sessions))
        }
    }

    private func talk(a ana: Person, with bo: Person, in chatID: String, at server: TestServer) async throws {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: frames)
        events.chat.subscribe(self) { $0.chat = $1 }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { $0.status = $1.status.string }
        let session = ConversationSession(
            account: Account(userID: ana.userID, displayName: "Ana", deviceID: ana.session.deviceID),
            database: database, client: ana.client, events: events, environment: .real(now: { [clock] in clock.now }),
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await wait { self.status == "online" && (self.composer.map { $0.send.reason == nil } ?? false) }
        try await say("wrong 0", until: "sent")
        _ = try await bo.say("seen", in: chatID)
        try await wait { self.texts.last == "seen" }
        try await say("wrong 1", until: "sent")

        await server.stop()
        try await wait { self.status.hasPrefix("offline") }
        try await say("waiting 0", until: "unsent")
        try await say("waiting 1", until: "unsent")
        clock.set(off: 0)
        try await server.start()
        try await wait { (try? database.outbox.all().isEmpty) == true && self.status == "online" }
        try await say("right", until: "sent")
        #expect(texts == ["wrong 0", "seen", "wrong 1", "waiting 0", "waiting 1", "right"])
        await session.close()
        database.close()
    }

    private func say(_ text: String, until status: String) async throws {
        #expect(composer?.send(text) == nil)
        try await wait { self.texts.last == text && self.messages.last?.status.string == status }
    }

    private func wait(_ isSo: () throws -> Bool) async throws {
        try await frames.deliver(until: isSo) {
            let rows = messages.suffix(3).map { "\($0.text.string) [\($0.status.string)]" }
            return "\(status); the last rows: \(rows)"
        }
    }

    private var messages: [MessageViewModel] {
        (chat?.rows ?? []).compactMap { if case .message(let message) = $0.content { message } else { nil } }
    }

    private var texts: [String] { messages.map(\.text.string) }
}

private final class WrongClock: Sendable {
    private let error = Mutex<Int64>(0)

    var now: Int64 { 1_795_262_400_000 + error.withLock { $0 } }

    func set(off milliseconds: Int64) { error.withLock { $0 = milliseconds } }
}
