extension Migration {
    /// What an index of words beside the database (``SearchIndex``) has yet to take in: each message that came or changed since it
    /// looked, in the order of that. `search_origin` tells of which database an index is.
    static let search = Migration(
        version: 30,
        sql: """
            CREATE TABLE search_queue (place INTEGER PRIMARY KEY, message_id INTEGER NOT NULL);
            CREATE TABLE search_origin (id TEXT NOT NULL);
            INSERT INTO search_origin VALUES (hex(randomblob(16)));
            CREATE TRIGGER search_new AFTER INSERT ON messages WHEN new.kind <> 'relation' BEGIN
                INSERT INTO search_queue (message_id) VALUES (new.id);
            END;
            CREATE TRIGGER search_changed AFTER UPDATE OF kind, body, edit_id, is_removed ON messages BEGIN
                INSERT INTO search_queue (message_id) VALUES (new.id);
            END;
            CREATE TRIGGER search_gone AFTER DELETE ON messages WHEN old.kind <> 'relation' BEGIN
                INSERT INTO search_queue (message_id) VALUES (old.id);
            END;
            CREATE TRIGGER search_edited AFTER UPDATE OF kind, body ON edits BEGIN
                INSERT INTO search_queue (message_id) SELECT messages.id FROM chat_keys
                JOIN messages ON messages.chat_key = chat_keys.key AND messages.event_id = new.target_id
                WHERE chat_keys.chat_id = new.chat_id;
            END;
            """)
}
