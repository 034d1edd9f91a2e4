extension Migration {
    /// Adds the chats for which this account enabled encryption, whatever the server reports about them later.
    ///
    /// `encrypted_chats.is_promised` says that encryption was enabled. `encrypted_creations` has requests for
    /// encrypted chats without a response, so that a crash or a lost response can't leave such a chat unencrypted.
    /// `invited` has user identifiers in the format of ``IdentifierText``; `asked_at` is in milliseconds since 1970.
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
