extension Migration {
    /// What an index of words beside the database (``SearchIndex``) has yet to take in: each message that came or changed since it
    /// looked, in the order of that. Those that come or go are written there with them (``SearchQueue``), many by one statement; what
    /// changes them in place does it in several ways, and triggers see them all. `search_origin` tells of which database an index is.
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
