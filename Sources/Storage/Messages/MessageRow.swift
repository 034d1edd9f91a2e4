import Conversations
import GRDB

/// Inserts rows of `messages`, within a transaction.
struct MessageRow {
    private let statement: DirectStatement

    private static let insertion = """
        INSERT INTO messages (\(Message.columns)) VALUES (\(databaseQuestionMarks(count: Message.columnCount)))
        """

    init(db: Database) throws {
        statement = try DirectStatement(db, Self.insertion)
    }

    /// Inserts a message. The content of edits and reactions is stored in their own tables, not here.
    func insert(_ placed: PlacedMessage, chatKey: Int64) throws {
        let message = placed.message
        try bind(MessageRowID.number(at: placed.position, chatKey: chatKey), at: 1)
        try bind(message.kind.rawValue, at: 2)
        try bind(message.eventID, at: 3)
        try bind(message.sender, at: 4)
        try bind(message.timestamp, at: 5)
        try bind(message.body, at: 6)
        try bind(message.formattedBody, at: 7)
        try bind(message.detail?.userID, at: 8)
        try bind(message.detail?.displayName, at: 9)
        try bind(message.detail?.what.rawValue, at: 10)
        try bind(message.isRemoved ? 1 : 0, at: 11)
        try bind(message.replyTo, at: 12)
        try bind(message.transactionID, at: 13)
        try bind(message.kind == .relation ? "{}" : message.source, at: 14)
        try bind(message.mentions?.stored, at: 15)
        try bind(message.removal?.eventID, at: 16)
        try bind(message.removal?.sender, at: 17)
        try bind(message.removal?.timestamp, at: 18)
        try bind(message.removal?.reason, at: 19)
        try bind(message.eventType, at: 20)
        try bind(message.encryption?.stored, at: 21)
        try bind(message.threadID, at: 22)
        defer { statement.reset() }
        _ = try statement.step()
    }

    private func bind(_ number: Int64?, at index: Int32) throws {
        if let number { try statement.bind(number, at: index) } else { try statement.bindNull(at: index) }
    }

    private func bind(_ text: String?, at index: Int32) throws {
        if let text { try statement.bind(text, at: index) } else { try statement.bindNull(at: index) }
    }
}
