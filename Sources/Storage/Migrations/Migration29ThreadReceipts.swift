extension Migration {
    /// Adds the read positions of others in threads, one row for each person and thread.
    static let threadReceipts = Migration(
        version: 29,
        sql: """
            CREATE TABLE thread_receipts (
                chat_id TEXT NOT NULL,
                thread_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                PRIMARY KEY (chat_id, thread_id, user_id)
            ) WITHOUT ROWID;
            """)
}
