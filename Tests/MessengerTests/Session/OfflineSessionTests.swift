import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) final class OfflineSessionTests {
    private let clock = FrameClock()
    private let database: ProfileDatabase
    private let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"), accessToken: "secret")
    private var chat: ChatViewModel?
    private var rows: [String] = []
    private var status = ""
    private var unsent = ""
    private var composer: ComposerViewModel?

    init() throws { database = try ProfileDatabase.inMemory() }

    @Test func messageTypedOfflineIsSavedAndShownAsUnsent() async throws {
        try await keep([Story.event("1")])
        let (frames, frame) = AsyncStream.makeStream(of: Void.self)
        clock.onFrameNeeded = { frame.yield() }
        let session = session()

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

    /// Receipts are sent to the server once a second.
    @Test func recentReadPositionIsSavedOnClose() async throws {
        try await keep([Story.event("1"), Story.event("2")])
        let session = session()
        try session.showFromDisk()
        await session.answered()
        clock.deliver()
        let shown = try #require(chat)
        let messages = shown.rows.map(\.id).suffix(2)
        let (first, second) = (try #require(messages.first), try #require(messages.last))
        shown.wasShown(first, first)
        shown.wasShown(first, second)
        await session.close()
        #expect(try await database.outbox.receipts().map(\.eventID) == ["$2"])
        await client.shutdown()
        database.close()
    }

    private func session() -> ConversationSession {
        let events = ScreenEvents(clock: clock)
        subscribe(to: events)
        return ConversationSession(
            account: Account(userID: Story.ana, displayName: "Ana"), database: database, client: client, events: events,
            environment: SessionEnvironment(
                now: { Story.noon }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
            logger: HomeserverClient.silentLogger)
    }

    private func keep(_ events: [JSONValue]) async throws {
        let slices = SyncTranslator(userID: Story.ana).slices(of: try tea(events), now: Story.noon)
        for slice in slices { _ = try await database.sync.apply(slice) }
    }

    private func subscribe(to events: ScreenEvents) {
        events.chat.subscribe(self) {
            $0.chat = $1
            $0.rows = RowWords.lines($1.rows)
        }
        events.composer.subscribe(self) { $0.composer = $1 }
        events.connection.subscribe(self) { owner, line in
            owner.status = line.status.string
            owner.unsent = line.unread.string
        }
    }

    private func tea(_ events: [JSONValue]) throws -> SyncResponse {
        let member = Story.event(
            "ana", "m.room.member", by: Story.ana, stateKey: Story.ana,
            content: ["membership": "join", "displayname": "Ana"])
        let tea: JSONValue = ["timeline": ["events": .array([member] + events)]]
        return try #require(
            SyncResponse(json: ["next_batch": "s1", "rooms": ["join": .object([Story.chatID: tea])]]))
    }
}
