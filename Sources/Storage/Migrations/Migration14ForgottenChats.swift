extension Migration {
    /// Chats that were forgotten, until one is in them again: an answer that was on its way may still tell that they were left.
    static let forgottenChats = Migration(
        version: 14,
        sql: "CREATE TABLE forgotten_chats (chat_id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}
