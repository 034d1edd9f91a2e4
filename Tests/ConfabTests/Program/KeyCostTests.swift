import Conversations
import Engine
import GRDB
import MatrixClient
import Messenger
import Panes
import Presentation
import Synchronization
import Terminal
import Testing
import ViewModels

@testable import Storage

/// Counts the disk queries of keys and frames, from the key to the drawn cells.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct KeyCostTests {
    /// A screen with a database, and a counter of SQLite queries. Timers never fire here.
    @MainActor
    private final class Seat {
        let screen: MessengerScreen
        private let session: ConversationSession
        private let frames = FrameClock()
        private let asked: Asked
        /// The number of view models that were built and delivered.
        private var delivered = 0

        /// Creates ana's chats with `messages` messages each. The first chat is open.
        init(chats: Int, messages: Int) async throws {
            let database = try ProfileDatabase.inMemory()
            for number in 0..<chats {
                var change = ChatChange(chatID: "!\(number):x", membership: .joined)
                change.givenName = .set("Chat \(number)")
                change.members = ["@ana:x", "@bo:x"].map {
                    ChatMember(userID: $0, displayName: nil, membership: "join")
                }
                change.timeline = ChatChange.Timeline(
                    messages: (0..<messages).map { Self.message($0, in: number) }, isLimited: false, previousBatch: nil)
                _ = try await database.sync.apply(SyncSlice(changes: [change]))
            }
            try await database.sync.setValue("!0:x", forKey: SyncStore.lastOpenChatKey)
            let events = ScreenEvents(clock: frames)
            screen = MessengerScreen(events: events, size: Size(width: 80, height: 24)) { _, _ in }
            session = ConversationSession(
                account: Account(userID: "@ana:x", displayName: "ana"), database: database,
                client: HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock")), events: events,
                environment: SessionEnvironment(
                    now: { 1_795_262_400_000 }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
                logger: HomeserverClient.silentLogger)
            asked = Asked(database)
            try session.showFromDisk()
            frames.deliver()
            await draw()
            watch(events)
        }

        /// Returns the number of view models that these keys, with a frame after each, built.
        func viewModels(of keys: [Key]) async -> Int {
            let before = delivered
            _ = await cost(of: keys)
            return delivered - before
        }

        /// Counts all events that fire while the user writes or navigates.
        private func watch(_ events: ScreenEvents) {
            count(events.navigation)
            count(events.connection)
            count(events.chatList)
            count(events.chat)
            count(events.chatDetails)
            count(events.typing)
            count(events.page)
            count(events.composer)
            count(events.completion)
            count(events.notice)
            count(events.undo)
        }

        private func count<Args>(_ event: Event<Args>) {
            event.subscribe(self) { seat, _ in seat.delivered += 1 }
        }

        /// Returns the number of queries that these keys, with a frame after each, made.
        func cost(of keys: [Key]) async -> Int {
            let before = asked.count
            for key in keys {
                frames.answer { screen.handle(.key(key)) }
                await draw()
            }
            return asked.count - before
        }

        /// Draws a frame, and another one after the disk has answered its requests.
        private func draw() async {
            for _ in 1...2 {
                frames.deliver()
                _ = screen.draw()
                screen.wasPresented()
                await session.answered()
            }
        }

        private static func message(_ number: Int, in chat: Int) -> Message {
            Message(
                eventID: "$\(chat)-\(number)", sender: number % 3 == 0 ? "@ana:x" : "@bo:x",
                timestamp: 1_795_000_000_000 + Int64(number) * 60_000, kind: .text, body: "line \(number)", detail: nil,
                isRemoved: false, transactionID: nil, source: "{}")
        }
    }

    private final class Asked: Sendable {
        private let statements = Mutex(0)

        init(_ database: ProfileDatabase) {
            database.access.writer.writeWithoutTransaction { db in
                db.trace { [weak self] event in
                    // Writes, such as those of drafts, happen outside of key handling.
                    guard case .statement(let statement) = event, statement.sql.hasPrefix("SELECT") else { return }
                    self?.statements.withLock { $0 += 1 }
                }
            }
        }

        var count: Int { statements.withLock { $0 } }
    }

    @Test func typingRunsNoDatabaseQueries() async throws {
        let seat = try await Seat(chats: 5, messages: 200)
        #expect(await seat.cost(of: "a line of words".map { .character($0) }) == 0)
        #expect(await seat.cost(of: [Key(.left), Key(.backspace), .control("a"), .control("k")]) == 0)
    }

    @Test func typingBuildsNoViewModels() async throws {
        let seat = try await Seat(chats: 40, messages: 200)
        // The first letter marks the visible messages as read.
        _ = await seat.viewModels(of: [.character("o")])
        #expect(await seat.viewModels(of: "ne line of words".map { .character($0) }) == 0)
        #expect(await seat.viewModels(of: [Key(.left), Key(.backspace)]) == 0)
        // Checks the counter itself: a switch to another chat builds view models.
        #expect(await seat.viewModels(of: [.control("n")]) > 0)
    }

    @Test func movingThroughLoadedRowsRunsNoQueries() async throws {
        let seat = try await Seat(chats: 40, messages: 100)
        let inChat = [Key(.up), Key(.up), Key(.down), Key(.pageUp), Key(.pageDown), Key(.escape)]
        #expect(await seat.cost(of: inChat) == 0)
        let inList = [Key(.tab), Key(.down), Key(.down), Key(.pageDown), Key(.home), Key(.escape)]
        #expect(await seat.cost(of: inList) == 0)
        let inHelp = [Key(.function(1)), Key(.pageDown), Key(.escape), .control("o"), Key(.escape)]
        #expect(await seat.cost(of: inHelp) == 0)
    }

    @Test func openingAChatCostsTheSameForAnySize() async throws {
        let few = try await Seat(chats: 3, messages: 160).cost(of: [.control("n")])
        let many = try await Seat(chats: 300, messages: 160).cost(of: [.control("n")])
        // As in the other chats, the last line is ana's own.
        let long = try await Seat(chats: 3, messages: 2_002).cost(of: [.control("n")])
        #expect(few > 0 && few < 30, "\(few)")
        #expect(many == few)
        #expect(long == few)
    }
}
