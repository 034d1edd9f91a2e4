import Conversations
import GRDB
import Synchronization
import Testing

@testable import Storage

/// Tests SQLite's query plans. No query of a screen, a sync or a key scans a table that grows.
@Suite(.timeLimit(.minutes(5))) struct QueryPlanTests {
    /// The tables that grow with the number of messages and members.
    private static let growing = ["messages", "edits", "reactions", "members", "receipts", "heroes", "line_stories"]

    @Test func noQueryScansAGrowingTable() async throws {
        let database = try ProfileDatabase.inMemory()
        let asked = Asked()
        asked.listen(to: database)
        try await live(with: database)
        asked.stop(database)
        let statements = asked.statements
        #expect(statements.count > 40, "\(statements)")
        for sql in statements {
            let walks = try plan(of: sql, in: database).filter { step in
                Self.growing.contains { step == "SCAN \($0)" || step.hasPrefix("SCAN \($0) ") }
            }
            #expect(walks.isEmpty, "\(sql)")
            // A chat may be as large as the table.
            let isOfWholeChat = { (step: String) in step.hasPrefix("SEARCH messages") && step.hasSuffix("(chat_key=?)")
            }
            #expect(try !plan(of: sql, in: database).contains(where: isOfWholeChat), "\(sql)")
        }
        let ofThreads = statements.filter { $0.contains("ignored_people") && $0.contains("thread_reads") }
        #expect(ofThreads.count == 3)
        for sql in ofThreads {
            let isFound = { (step: String) in
                step.contains("messages_threaded") && step.contains("thread_id=? AND rowid>?")
            }
            #expect(try plan(of: sql, in: database).contains(where: isFound), "\(sql)")
        }
        let ofRedactions = statements.filter { $0.contains("UPDATE messages") && $0.contains("removal_id = ?") }
        #expect(!ofRedactions.isEmpty)
        for sql in ofRedactions {
            let isFound = { (step: String) in step.hasPrefix("SEARCH messages") && step.contains("removal_id=?") }
            #expect(try plan(of: sql, in: database).contains(where: isFound), "\(sql)")
        }
    }

    private final class Asked: Sendable {
        private let all = Mutex<Set<String>>([])

        /// The recorded statements that read or change rows.
        var statements: [String] {
            let words = ["SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            return all.withLock { $0 }.filter { sql in words.contains { sql.hasPrefix($0) } }.sorted()
        }

        func listen(to database: ProfileDatabase) {
            database.access.writer.writeWithoutTransaction { db in
                db.trace { [weak self] event in
                    guard case .statement(let statement) = event else { return }
                    self?.all.withLock { _ = $0.insert(statement.sql) }
                }
            }
        }

        func stop(_ database: ProfileDatabase) {
            database.access.writer.writeWithoutTransaction { $0.trace(nil) }
        }
    }

    /// Runs a sync with every kind of content, the reads that show it, and the sending of a line.
    private func live(with database: ProfileDatabase) async throws {
        let answer = Message(
            eventID: "$a", sender: "@bo:x", timestamp: 9, kind: .text, body: "yes", detail: nil, isRemoved: false,
            replyTo: "$m1", transactionID: nil, source: "{}")
        let inThread = Message(
            eventID: "$t", sender: "@bo:x", timestamp: 9, kind: .text, body: "there", detail: nil, isRemoved: false,
            threadID: "$m5", transactionID: nil, source: "{}")
        let events =
            Story.lines(1...9) + [
                answer, Story.edit("e", of: "$m1", "new"), Story.reaction("r", "+1", to: "$m2"),
                Story.redaction("d", of: "$m3"), Story.redaction("dd", of: "$d"),
            ]
        var change = Story.change(events, limited: true, before: "p")
        change.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        change.heroes = .set(["@bo:x"])
        change.receipts = [ReadReceipt(userID: "@bo:x", eventID: "$m2", timestamp: 1)]
        for token in ["t1", "t2"] {
            _ = try await database.sync.apply(
                SyncSlice(changes: [change], directChats: ["@bo:x": [Story.chatID]], token: token))
            change.receipts = [ReadReceipt(userID: "@bo:x", eventID: "$m4", timestamp: 2)]
        }
        try await database.sync.setValue(Story.chatID, forKey: SyncStore.lastOpenChatKey)
        _ = try database.opening()
        let messages = database.messages
        let latest = try messages.window(chatID: Story.chatID, endingAtLatest: 3)
        let first = try #require(latest.messages.first?.position)
        _ = try messages.unread(chatID: Story.chatID, userID: "@bo:x")
        _ = try messages.unread(chatID: Story.chatID, userID: "@ana:x")
        _ = try messages.readPositions(chatID: Story.chatID)
        _ = try database.chats.members(chatID: Story.chatID)
        _ = try messages.window(chatID: Story.chatID, before: first, limit: 3)
        _ = try messages.window(chatID: Story.chatID, after: first, limit: 3)
        _ = try messages.window(chatID: Story.chatID, before: .min, limit: 3)
        _ = try messages.window(chatID: Story.chatID, around: "$m5", limit: 3)
        _ = try await database.sync.apply(Story.slice([inThread], token: "t2a"))
        for chatID in [nil, Story.chatID] { _ = try messages.knownThreads(chatID: chatID, userID: "@ana:x") }
        _ = try messages.unread(of: "$m5", chatID: Story.chatID, userID: "@ana:x")
        _ = try messages.threads(chatID: Story.chatID, limit: 3)
        _ = try messages.messages(by: "@ana:x", chatID: Story.chatID, before: .max, limit: 3)
        _ = try messages.story(of: "$m1", chatID: Story.chatID)
        let oldest = try messages.window(chatID: Story.chatID, startingAtOldest: 3)
        let gap = try #require(oldest.gaps.first)
        _ = try await messages.fillGap(chatID: Story.chatID, gap: gap, with: [Story.line("m0")], nextToken: nil)
        _ = try database.chats.chat(id: Story.chatID)
        try await database.chats.markRead(chatID: Story.chatID, through: first, userID: "@bo:x")
        try await database.outbox.accept(Story.outboxLine("one"))
        _ = try await database.sync.apply(
            Story.slice([Story.line("m10", transactionID: "one")], token: "t3"))
    }

    private func plan(of sql: String, in database: ProfileDatabase) throws -> [String] {
        try database.access.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] }
        }
    }
}
