import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(1))) final class OfflineSessionTests {
    private let clock = FrameClock()
    private var rows: [String] = []
    private var status = ""
    private var unsent = ""
    private var composer: ComposerViewModel?

    @Test func aLineTypedOfflineIsKeptAndShownAsUnsent() async throws {
        let database = try ProfileDatabase.inMemory()
        let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"), accessToken: "secret")
        let events = ScreenEvents(clock: clock)
        subscribe(to: events)
        let tea = SyncTranslator(userID: Story.ana).slices(of: try chat(), now: Story.noon)
        for slice in tea { _ = try await database.sync.apply(slice) }
        let (frames, frame) = AsyncStream.makeStream(of: Void.self)
        clock.onFrameNeeded = { frame.yield() }
        let session = ConversationSession(
            account: Account(userID: Story.ana, displayName: "Ana"), database: database, client: client, events: events,
            environment: SessionEnvironment(
                now: { Story.noon }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
            logger: HomeserverClient.silentLogger)

        try session.showFromDisk()
        clock.deliver()
        session.goOnline()
        #expect(composer?.send("are you there?") == nil)
        for await _ in frames {
            clock.deliver()
            if rows.last == "Ana: are you there? [unsent]", status.hasPrefix("offline since ") { break }
        }

        #expect(unsent == "1 unsent")
        let kept = try database.outbox.all()
        #expect(kept.map(\.body) == ["are you there?"])
        #expect(kept.map(\.state) == [.queued])
        await session.close()
        await client.shutdown()
        database.close()
    }

    private func subscribe(to events: ScreenEvents) {
        events.chat.subscribe(self) { $0.rows = RowWords.lines($1.rows) }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { owner, line in
            owner.status = line.status.string
            owner.unsent = line.unread.string
        }
    }

    private func chat() throws -> SyncResponse {
        let member = Story.event(
            "ana", "m.room.member", by: Story.ana, stateKey: Story.ana,
            content: ["membership": "join", "displayname": "Ana"])
        let tea: JSONValue = ["timeline": ["events": [member, Story.event("1")]]]
        return try #require(
            SyncResponse(json: ["next_batch": "s1", "rooms": ["join": .object([Story.chatID: tea])]]))
    }
}
