extension Migration {
    /// In which thread a message was said, which its source says, and how far the account has read in each. Of a thread that is not in
    /// `thread_reads` nobody knows what was read.
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
