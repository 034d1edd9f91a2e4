extension Migration {
    /// Where a chat goes on that was ended for another one, and which one a chat goes on from.
    static let upgrades = Migration(
        version: 13,
        sql: """
            ALTER TABLE chats ADD COLUMN replacement_id TEXT;
            ALTER TABLE chats ADD COLUMN replacement_server TEXT;
            ALTER TABLE chats ADD COLUMN predecessor_id TEXT;
            """
    )
}
