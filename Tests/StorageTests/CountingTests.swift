import Conversations
import GRDB
import Testing

@testable import Storage

/// Counts the work of SQLite for operations that must be fast no matter how much data there is.
@Suite(.timeLimit(.minutes(5))) struct CountingTests {
    /// Returns a database with `chats` chats of `messages` messages each. Each chat has three people, a hero and a
    /// receipt.
    private func database(chats: Int, messages: Int) async throws -> ProfileDatabase {
        let database = try ProfileDatabase.inMemory()
        var changes: [ChatChange] = []
        for number in 0..<chats {
            var change = ChatChange(chatID: "!\(number)", membership: .joined)
            change.timeline = ChatChange.Timeline(
                messages: [Story.line("m\(number)")], isLimited: true, previousBatch: "p")
            change.members = ["@ana:x", "@bo:x", "@kim:x"].map {
                ChatMember(userID: $0, displayName: "N", membership: "join")
            }
            change.heroes = .set(["@bo:x"])
            change.receipts = [ReadReceipt(userID: "@bo:x", eventID: "$m\(number)", timestamp: 1)]
            changes.append(change)
        }
        _ = try await database.sync.apply(SyncSlice(changes: changes))
        try await database.sync.setValue("!0", forKey: SyncStore.lastOpenChatKey)
        // Adds history before the one message of each chat, as after a user scrolled back.
        try await database.access.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
                    INSERT INTO messages (\(Message.columns))
                    SELECT id - n, kind, event_id || '-' || n, sender, timestamp, body, NULL, NULL, NULL, NULL, 0,
                        NULL, NULL, source, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
                    FROM messages, numbers
                    """, arguments: [messages - 1])
        }
        return database
    }

    private func opening(_ database: ProfileDatabase) throws -> WorkMeter.Work {
        let meter = WorkMeter(database)
        // The first run fills the statement cache.
        _ = try database.opening()
        let work = try meter.measure { _ = try database.opening() }
        meter.stop()
        return work
    }

    @Test func messageCopyIsOneReference() {
        #expect(MemoryLayout<Message>.size == MemoryLayout<UnsafeRawPointer>.size)
    }

    @Test func startupWorkDoesNotDependOnTheNumberOfChats() async throws {
        let few = try opening(try await database(chats: 150, messages: 100))
        let many = try opening(try await database(chats: 1_000, messages: 100))
        #expect(many == few)
        #expect(many.statements <= 20)
    }

    @Test func startupWorkDoesNotDependOnChatLength() async throws {
        let short = try opening(try await database(chats: 100, messages: 60))
        let long = try opening(try await database(chats: 100, messages: 600))
        #expect(long == short)
    }

    @Test func windowReadsOnlyItsOwnRows() async throws {
        let short = try await database(chats: 2, messages: 200)
        let long = try await database(chats: 2, messages: 5_000)
        func work(_ database: ProfileDatabase) throws -> WorkMeter.Work {
            let meter = WorkMeter(database)
            let position = try #require(try database.messages.position(ofEventID: "$m1", chatID: "!1"))
            let work = try meter.measure {
                _ = try database.messages.window(chatID: "!1", before: position, limit: 50)
            }
            meter.stop()
            return work
        }
        #expect(try work(long) == work(short))
    }

    @Test func findingOwnLinesDoesNotDependOnOthersMessages() async throws {
        func work(_ count: Int) async throws -> WorkMeter.Work {
            let database = try ProfileDatabase.inMemory()
            let own = [Story.line("own1"), Story.line("own2")]
            let others = (0..<count).map { Story.line("m\($0)", by: "@bo:x") }
            _ = try await database.sync.apply(Story.slice(own + others))
            let meter = WorkMeter(database)
            let work = try meter.measure {
                let lines = try database.messages.messages(by: "@ana:x", chatID: Story.chatID, before: .max, limit: 20)
                #expect(lines.map(\.message.body) == ["own2", "own1"])
            }
            meter.stop()
            return work
        }
        let few = try await work(50)
        #expect(try await work(2_000) == few)
    }

    /// The event goes into a chat that already has messages, an edit and a reaction, as in a typical sync.
    @Test func eachReceivedEventCostsOneStatement() async throws {
        func work(_ count: Int) async throws -> WorkMeter.Work {
            let database = try ProfileDatabase.inMemory()
            let before = Story.lines(1...9) + [Story.edit("e", of: "$m1", "new"), Story.reaction("r", "+1", to: "$m2")]
            _ = try await database.sync.apply(Story.slice(before))
            let meter = WorkMeter(database)
            let work = try await meter.measure {
                _ = try await database.sync.apply(Story.slice(Story.lines(10...(9 + count))))
            }
            meter.stop()
            #expect(try database.messages.window(chatID: Story.chatID, endingAtLatest: 1).messages.count == 1)
            return work
        }
        let (few, many) = (try await work(20), try await work(120))
        #expect(many.statements - few.statements == 100)
        // The names of contacts are read once for all events.
        #expect(few.statements - 20 <= 21)
    }

    @Test func startupSnapshotMatchesTheStores() async throws {
        let database = try await database(chats: 20, messages: 30)
        try await database.drafts.set(chatID: "!1", text: "half")
        try await database.outbox.accept(Story.outboxLine("a"))
        let opening = try database.opening()
        #expect(try opening.chats == database.chats.all())
        #expect(opening.chats.first?.lastMessage?.body == "m19")
        #expect(try opening.drafts == database.drafts.all())
        #expect(try opening.outboxLines == database.outbox.all())
        #expect(opening.lastOpenChatID == "!0")
    }
}
