import Conversations
import GRDB
import Testing

@testable import Storage

/// Tests that the SQL conditions on message kinds are generated from one list, and that the indexes match these
/// conditions.
@Suite(.timeLimit(.minutes(5))) struct KindConditionTests {
    private let database: ProfileDatabase

    init() throws { database = try ProfileDatabase.inMemory() }

    private func sql(ofIndex name: String) throws -> String {
        let sql = "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?"
        let text = try database.access.read { try String.fetchOne($0, sql: sql, arguments: [name]) }
        return (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A kind that is added to these needs a migration that rebuilds the index. SQLite doesn't use an index for
    /// another condition.
    @Test func indexRepeatsTheQueryConditionExactly() throws {
        let said = Message.isSaidByPersonCondition.replacing("messages.", with: "")
        #expect(try sql(ofIndex: "messages_said").hasSuffix(" WHERE " + said))
    }

    @Test func personsMessagesAreFoundByTheIndex() throws {
        let conditions = [
            Message.isSaidByPersonCondition,
            "\(Message.isSaidByPersonCondition) AND \(Message.Kind.condition(\.isTyped))",
        ]
        for condition in conditions {
            let plan = try database.access.read { db in
                let statement = try db.makeStatement(
                    sql: """
                        EXPLAIN QUERY PLAN SELECT position FROM \(Message.shownTables)
                        WHERE messages.chat_key = 1 AND messages.sender = 'b' AND \(condition)
                        ORDER BY messages.id DESC LIMIT 1
                        """)
                statement.setUncheckedArguments([])
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            #expect(plan.first?.contains("messages_said") == true, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test func sqlConditionsMatchTheKindProperties() async throws {
        let messages = Message.Kind.allCases.filter { $0 != .relation }.map { Story.line("m \($0)", kind: $0) }
        _ = try await database.sync.apply(Story.slice(messages))
        let conditions: [(String, (Message.Kind) -> Bool)] = [
            (Message.isSaidCondition, \.countsAsUnread), (Message.isEditableCondition, \.isEditable),
            (Message.isSaidByPersonCondition, \.isSaidByPerson), (Message.Kind.condition(\.isTyped), \.isTyped),
        ]
        for (condition, has) in conditions {
            let found = try await database.access.readAside { db in
                try String.fetchSet(db, sql: "SELECT kind FROM messages WHERE \(condition)")
            }
            #expect(found == Set(messages.map(\.kind).filter(has).map(\.rawValue)), "\(condition)")
        }
    }

    @Test func removedEventOfAnUnknownTypeKeepsNoContent() async throws {
        let dice = Message(
            eventID: "$1", sender: "@ana:x", timestamp: 1, kind: .unknown, body: "a six", eventType: "org.dice",
            detail: nil, isRemoved: false, transactionID: nil, source: "{}")
        _ = try await database.sync.apply(Story.slice([dice]))
        #expect(try database.messages.window(chatID: Story.chatID, endingAtLatest: 1).messages.first?.message == dice)
        _ = try await database.sync.apply(Story.slice([Story.redaction("r", of: "$1")]))
        let removed = try database.messages.window(chatID: Story.chatID, endingAtLatest: 1).messages.first?.message
        #expect(removed?.isRemoved == true)
        #expect(removed?.body == "" && removed?.eventType == nil)
    }

    @Test func pendingPictureIsReadAsAPicture() async throws {
        let line = OutboxLine(
            id: "a", chatID: Story.chatID, type: "m.room.message", kind: .picture, body: "cat.jpg", content: "{}",
            acceptedAt: 1, state: .queued)
        try await database.outbox.accept(line)
        #expect(try database.outbox.all() == [line])
    }
}
