import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Messenger
import Presentation
import Storage
import TestSupport
import Testing
import ViewModels

/// Tests a day without a network, with a manual clock. Client, database and server are the real ones.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class DayOfflineTests {
    private let frames = FrameClock()
    private let clock = DayClock()
    private var chat: ChatViewModel?
    private var composer: ComposerViewModel?
    private var status = ""
    private static let hour: Int64 = 3_600_000

    @Test func linesTypedDuringADayOfflineAreSentInOrder() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let chatID = try await ana.makeRoom(with: bo)
            _ = try await bo.say("good night", in: chatID)
            try await self.live(a: ana, until: server)
            let page = try await bo.client.messages(roomID: chatID, from: nil, limit: 100)
            let said = page.chunk.reversed().compactMap { $0.content["body"]?.string }
            #expect(said == ["good night"] + (0..<24).map { "hour \($0)" })
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    private func live(a person: Person, until server: TestServer) async throws {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: frames)
        events.chat.subscribe(self) { $0.chat = $1 }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { $0.status = $1.status.string }
        var environment = SessionEnvironment(
            now: { [clock] in 1_795_262_400_000 + clock.now },
            after: { [clock] delay, body in
                clock.after(Int64(delay)) { Task { @MainActor in body() } }
            }, quit: {}, didCompleteStep: { _ in })
        environment.clock = clock.loopClock
        let session = ConversationSession(
            account: Account(userID: person.userID, displayName: "Ana", deviceID: person.session.deviceID),
            database: database, client: person.client, events: events, environment: environment,
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await wait { self.texts.last == "good night" && self.status == "online" }

        await server.stop()
        try await wait { self.status.hasPrefix("offline since") }
        for number in 0..<24 {
            #expect(composer?.send("hour \(number)") == nil)
            try await wait { self.texts.last == "hour \(number)" && self.statuses.last == "unsent" }
            // At each step something sleeps, so the hour passes in as many steps as there were retries.
            let end = Int64(number + 1) * Self.hour
            var steps = 0
            while clock.now < end {
                try await wait { self.clock.sleeperCount > 0 }
                clock.goOn(until: end)
                await Task.yield()
                steps += 1
                // The countdown on screen has a timer each second. The retries are at most a minute apart.
                try #require(steps < 20_000)
            }
        }
        #expect(texts.suffix(24) == (0..<24).map { "hour \($0)" })
        #expect(statuses.suffix(24).allSatisfy { $0 == "unsent" })
        #expect(try database.outbox.all().map(\.body) == (0..<24).map { "hour \($0)" })

        try await server.start()
        let deadline = clock.now + Self.hour
        try await wait {
            self.clock.goOn(until: deadline)
            return self.status == "online" && (try? database.outbox.all().isEmpty) == true
        }
        try await wait { !self.statuses.contains("unsent") }
        #expect(texts.suffix(24) == (0..<24).map { "hour \($0)" })
        await session.close()
        database.close()
    }

    private func wait(_ isSo: () throws -> Bool) async throws {
        try await frames.deliver(
            until: isSo, described: { "\(status); the last rows: \(texts.suffix(3)) \(statuses.suffix(3))" })
    }

    private var messages: [MessageViewModel] {
        (chat?.rows ?? []).compactMap { if case .message(let message) = $0.content { message } else { nil } }
    }

    private var texts: [String] { messages.map(\.text.string) }

    private var statuses: [String] { messages.map(\.status.string) }
}
