extension Migration {
    /// Adds the data that limits the sharing of keys, and that finds devices without a key.
    ///
    /// `encrypted_chats.members_number` is incremented by each change of the members. `sending_keys.is_shareable` is
    /// `NULL` if it was not recorded; a session that `is_over` sends nothing more. `device_messages.session_id` is
    /// the session whose key the messages share.
    static let sharedKeys = Migration(
        version: 19,
        sql: """
            ALTER TABLE encrypted_chats ADD COLUMN members_number INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE sending_keys ADD COLUMN is_shareable INTEGER;
            ALTER TABLE sending_keys ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE device_messages ADD COLUMN session_id TEXT;
            """)
}
