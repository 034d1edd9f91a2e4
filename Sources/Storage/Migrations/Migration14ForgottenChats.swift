extension Migration {
    /// Adds the forgotten chats, which are kept here until they are joined again. A response in flight may still
    /// report that they were left.
    static let forgottenChats = Migration(
        version: 14,
        sql: "CREATE TABLE forgotten_chats (chat_id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}
