extension Migration {
    /// Adds the replacement and the predecessor of upgraded chats.
    static let upgrades = Migration(
        version: 13,
        sql: """
            ALTER TABLE chats ADD COLUMN replacement_id TEXT;
            ALTER TABLE chats ADD COLUMN replacement_server TEXT;
            ALTER TABLE chats ADD COLUMN predecessor_id TEXT;
            """
    )
}
