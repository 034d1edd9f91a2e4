extension Migration {
    /// Adds the queue of the search index (``SearchIndex``), with each message that was added or changed since the
    /// index was updated, in that order. Insertions and deletions write to the queue with one statement for many
    /// messages (``SearchQueue``). Updates happen in several places, so triggers record them. `search_origin`
    /// identifies the database to which an index belongs.
    static let search = Migration(
        version: 30,
        sql: """
            CREATE TABLE search_queue (place INTEGER PRIMARY KEY, message_id INTEGER NOT NULL);
            CREATE TABLE search_origin (id TEXT NOT NULL);
            INSERT INTO search_origin VALUES (hex(randomblob(16)));
            CREATE TRIGGER search_changed AFTER UPDATE OF kind, body, edit_id, is_removed ON messages BEGIN
                INSERT INTO search_queue (message_id) VALUES (new.id);
            END;
            CREATE TRIGGER search_edited AFTER UPDATE OF kind, body ON edits BEGIN
                INSERT INTO search_queue (message_id) SELECT messages.id FROM chat_keys
                JOIN messages ON messages.chat_key = chat_keys.key AND messages.event_id = new.target_id
                WHERE chat_keys.chat_id = new.chat_id;
            END;
            """)
}
