import Conversations
import GRDB
import GRDBSQLite

/// Inserts rows of `messages`, within a transaction. It calls SQLite directly. In a long sync, binding twenty values
/// through GRDB would take as long as the insertion itself.
struct MessageRow {
    private let statement: Statement

    private static let insertion = """
        INSERT INTO messages (\(Message.columns)) VALUES (\(databaseQuestionMarks(count: Message.columnCount)))
        """

    init(db: Database) throws {
        statement = try db.cachedStatement(sql: Self.insertion)
        // GRDB checks only the arguments that it binds itself, and there are none.
        statement.setUncheckedArguments([])
    }

    /// Inserts a message. The content of edits and reactions is stored in their own tables, not here.
    func insert(_ placed: PlacedMessage, chatKey: Int64) throws {
        let message = placed.message
        // The previous row is complete; if it failed, the caller already received the error.
        sqlite3_reset(statement.sqliteStatement)
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
        try statement.execute()
    }

    private func bind(_ number: Int64?, at index: Int32) throws {
        guard let number else { return try check(sqlite3_bind_null(statement.sqliteStatement, index)) }
        try check(sqlite3_bind_int64(statement.sqliteStatement, index, number))
    }

    /// - Throws: ``StorageError`` if the text contains U+0000, at which SQLite would end it.
    private func bind(_ text: String?, at index: Int32) throws {
        guard var text else { return try check(sqlite3_bind_null(statement.sqliteStatement, index)) }
        guard text.isStorable else { throw StorageError.other("a text holds U+0000") }
        let code = text.withUTF8 { bytes in
            // An empty text may have no base address, which SQLite would store as NULL.
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_text(statement.sqliteStatement, index, "", 0, Self.copied)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text64(
                    statement.sqliteStatement, index, $0, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// `SQLITE_TRANSIENT`, a macro that is not visible in Swift: the value is copied.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
