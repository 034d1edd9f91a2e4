import Conversations
import GRDB
import MatrixClient
import Messenger
import Panes
import Synchronization
import Terminal
import Testing
import ViewModels

@testable import Storage

/// What keys and frames ask of the disk, counted from the key to the cells.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct KeyCostTests {
    /// A screen over a database, and a record of what SQLite was asked. Nothing waits here: what is due later never comes.
    @MainActor
    private final class Seat {
        let screen: MessengerScreen
        private let session: ConversationSession
        private let frames = FrameClock()
        private let asked: Asked
        /// How many view models were built and handed over.
        private var delivered = 0

        /// Ana's chats, each with so many messages, the first of them open.
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

        /// How many view models these keys and a frame after each built.
        func viewModels(of keys: [Key]) async -> Int {
            let before = delivered
            _ = await cost(of: keys)
            return delivered - before
        }

        /// All that change while one writes or moves about.
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

        /// How many queries these keys and a frame after each made.
        func cost(of keys: [Key]) async -> Int {
            let before = asked.count
            for key in keys {
                frames.answer { screen.handle(.key(key)) }
                await draw()
            }
            return asked.count - before
        }

        /// A frame, and once the disk has answered what was asked because of it another one.
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
                    // What is written, drafts above all, is written beside the keys.
                    guard case .statement(let statement) = event, statement.sql.hasPrefix("SELECT") else { return }
                    self?.statements.withLock { $0 += 1 }
                }
            }
        }

        var count: Int { statements.withLock { $0 } }
    }

    @Test func aLetterAndItsFrameAskNothing() async throws {
        let seat = try await Seat(chats: 5, messages: 200)
        #expect(await seat.cost(of: "a line of words".map { .character($0) }) == 0)
        #expect(await seat.cost(of: [Key(.left), Key(.backspace), .control("a"), .control("k")]) == 0)
    }

    @Test func aLetterBuildsNoViewModel() async throws {
        let seat = try await Seat(chats: 40, messages: 200)
        // Whoever begins has seen what is on screen.
        _ = await seat.viewModels(of: [.character("o")])
        #expect(await seat.viewModels(of: "ne line of words".map { .character($0) }) == 0)
        #expect(await seat.viewModels(of: [Key(.left), Key(.backspace)]) == 0)
        // Counted at all: another chat comes on screen.
        #expect(await seat.viewModels(of: [.control("n")]) > 0)
    }

    @Test func movingWithinWhatIsLoadedAsksNothing() async throws {
        let seat = try await Seat(chats: 40, messages: 100)
        let inChat = [Key(.up), Key(.up), Key(.down), Key(.pageUp), Key(.pageDown), Key(.escape)]
        #expect(await seat.cost(of: inChat) == 0)
        let inList = [Key(.tab), Key(.down), Key(.down), Key(.pageDown), Key(.home), Key(.escape)]
        #expect(await seat.cost(of: inList) == 0)
        let inHelp = [Key(.function(1)), Key(.pageDown), Key(.escape), .control("o"), Key(.escape)]
        #expect(await seat.cost(of: inHelp) == 0)
    }

    @Test func openingAnotherChatAsksAsMuchHoweverManyThereAreAndHoweverLongTheyAre() async throws {
        let few = try await Seat(chats: 3, messages: 160).cost(of: [.control("n")])
        let many = try await Seat(chats: 300, messages: 160).cost(of: [.control("n")])
        // As of the others, the last line is one's own.
        let long = try await Seat(chats: 3, messages: 2_002).cost(of: [.control("n")])
        #expect(few > 0 && few < 30, "\(few)")
        #expect(many == few)
        #expect(long == few)
    }
}
