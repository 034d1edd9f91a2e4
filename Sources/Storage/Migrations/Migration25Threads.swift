extension Migration {
    /// Adds the thread of each message, taken from its source, and the account's read position in each thread. A
    /// thread without a row in `thread_reads` has an unknown read position.
    static let threads = Migration(
        version: 25,
        sql: """
            ALTER TABLE messages ADD COLUMN thread_id TEXT;
            UPDATE messages SET thread_id = json_extract(source, '$.content."m.relates_to".event_id')
                WHERE source LIKE '%m.thread%' AND json_valid(source) AND kind <> 'relation'
                    AND json_extract(source, '$.content."m.relates_to".rel_type') = 'm.thread'
                    AND json_type(source, '$.content."m.relates_to".event_id') = 'text';
            CREATE INDEX messages_threaded ON messages (chat_key, thread_id) WHERE thread_id IS NOT NULL;
            CREATE TABLE thread_reads (
                chat_id TEXT NOT NULL,
                thread_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                PRIMARY KEY (chat_id, thread_id)
            ) WITHOUT ROWID;
            """)
}
