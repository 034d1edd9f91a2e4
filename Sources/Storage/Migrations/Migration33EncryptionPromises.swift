extension Migration {
    /// Chats that this account asked to have encrypted, whatever the server then says of them.
    ///
    /// `encrypted_chats.is_promised` says that encryption was asked for. `encrypted_creations` holds requests for encrypted
    /// chats that nobody knows the answer of: a crash or a lost answer must not leave such a chat unencrypted. `invited` has
    /// user identifiers as ``IdentifierText`` joins them, `asked_at` is in milliseconds since 1970.
    static let encryptionPromises = Migration(
        version: 33,
        sql: """
            CREATE INDEX chats_by_replacement ON chats (replacement_id) WHERE replacement_id IS NOT NULL;
            ALTER TABLE encrypted_chats ADD COLUMN is_promised INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE encrypted_creations (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                creator TEXT NOT NULL,
                invited TEXT NOT NULL,
                asked_at INTEGER NOT NULL
            );
            """)
}
