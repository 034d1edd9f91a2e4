extension Migration {
    /// What keeps a key from those who are not to have it, and finds those again who didn't get it.
    ///
    /// `encrypted_chats.members_number` goes on with each word on who is in the chat. `sending_keys.is_shareable` is `NULL` where nobody
    /// noted it; what `is_over` writes nothing more. `device_messages.session_id` is of the key that goes out with them.
    static let sharedKeys = Migration(
        version: 19,
        sql: """
            ALTER TABLE encrypted_chats ADD COLUMN members_number INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE sending_keys ADD COLUMN is_shareable INTEGER;
            ALTER TABLE sending_keys ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE device_messages ADD COLUMN session_id TEXT;
            """)
}
