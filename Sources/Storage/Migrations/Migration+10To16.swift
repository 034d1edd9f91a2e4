extension Migration {
    /// Adds the table of the chats that the account has forgotten. A row is kept until the account joins the chat
    /// again, since a response in flight may still report that the chat was left.
    static let forgottenChats = Migration(
        version: 14,
        sql: "CREATE TABLE forgotten_chats (chat_id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}

extension Migration {
    /// Adds the receipts that the homeserver has not acknowledged yet. They are sent later, even by a later run.
    static let receipts = Migration(
        version: 11,
        sql: """
            CREATE TABLE pending_receipts (chat_id TEXT NOT NULL PRIMARY KEY, event_id TEXT NOT NULL) WITHOUT ROWID;
            """
    )
}

extension Migration {
    /// Adds an index of messages by their redaction, which is used when a redaction is redacted. Without it, a long
    /// chat would be read as a whole.
    static let redactionsOfRedactions = Migration(
        version: 10,
        sql: """
            CREATE INDEX messages_reasoned ON messages (chat_id, removal_id) WHERE removal_reason IS NOT NULL;
            """
    )
}

extension Migration {
    /// Adds the device that last sent a line, and the time. The server knows a transaction identifier only for that
    /// device and for a day.
    static let departures = Migration(
        version: 12,
        sql: """
            ALTER TABLE outbox ADD COLUMN left_device TEXT;
            ALTER TABLE outbox ADD COLUMN left_at INTEGER;
            """
    )
}

extension Migration {
    /// Adds the replacement and the predecessor of upgraded chats.
    static let upgrades = Migration(
        version: 13,
        sql: """
            ALTER TABLE chats ADD COLUMN replacement_id TEXT;
            ALTER TABLE chats ADD COLUMN replacement_server TEXT;
            ALTER TABLE chats ADD COLUMN predecessor_id TEXT;
            """
    )
}

extension Migration {
    /// Numbers messages by an integer of their chat and their position in it (``MessageRowID``), which also orders
    /// them. Afterwards ``MessageTableMigration`` moves the existing ones in parts; until it is done, the tables
    /// `old_…` and `move` exist.
    ///
    /// Relations are stored among the shown messages and skipped when reading; no index leaves them out anymore.
    static let places = Migration(
        version: 16,
        sql: """
            DROP INDEX messages_shown;
            DROP INDEX messages_said;
            DROP INDEX messages_reasoned;
            DROP INDEX messages_by_event;
            ALTER TABLE messages RENAME TO old_messages;
            ALTER TABLE gaps RENAME TO old_gaps;
            CREATE TABLE old_ends (chat_id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO old_ends SELECT id, last_position FROM chats WHERE last_position IS NOT NULL;
            CREATE TABLE move (
                total INTEGER NOT NULL,
                moved INTEGER NOT NULL,
                chat_id TEXT NOT NULL,
                old_position INTEGER,
                new_position INTEGER
            );
            INSERT INTO move (total, moved, chat_id) SELECT count(*), 0, '' FROM old_messages;

            CREATE TABLE chat_keys (
                key INTEGER PRIMARY KEY CHECK (key BETWEEN 1 AND 1048574),
                chat_id TEXT NOT NULL UNIQUE
            );
            CREATE TABLE messages (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                event_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                is_removed INTEGER NOT NULL,
                edit_id TEXT,
                body TEXT NOT NULL,
                formatted_body TEXT,
                subject_id TEXT,
                subject_name TEXT,
                subject_change TEXT,
                reply_to TEXT,
                transaction_id TEXT,
                mentions TEXT,
                removal_id TEXT,
                removed_by TEXT,
                removed_at INTEGER,
                removal_reason TEXT,
                event_type TEXT,
                source TEXT NOT NULL,
                chat_key INTEGER NOT NULL AS (id >> 43) VIRTUAL,
                position INTEGER NOT NULL AS ((id & 8796093022207) - 4398046511104) VIRTUAL
            );
            CREATE UNIQUE INDEX messages_by_event ON messages (chat_key, event_id);
            CREATE INDEX messages_said ON messages (chat_key, sender) WHERE is_removed = 0
                AND kind IN ('text', 'emote', 'picture', 'video', 'sound', 'file', 'place');
            CREATE INDEX messages_reasoned ON messages (chat_key, removal_id) WHERE removal_reason IS NOT NULL;
            CREATE TABLE gaps (
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (chat_id, position)
            ) WITHOUT ROWID;
            """,
        movesMessages: true)
}

extension Migration {
    /// Converts the sentences of earlier versions to a kind and its data: the name of a file, a topic, the type of an
    /// event. The kind is derived from the source of each row. A row is kept if its source has no kind, or if its
    /// body is not the sentence for that source.
    static let kinds = Migration(
        version: 15,
        sql: """
            ALTER TABLE messages ADD COLUMN event_type TEXT;
            ALTER TABLE outbox ADD COLUMN kind TEXT;
            DROP INDEX messages_said;

            CREATE TEMP TABLE sentences
                (type TEXT, message_type TEXT, old_kind TEXT, kind TEXT, opening TEXT, closing TEXT);
            INSERT INTO sentences VALUES
                ('m.room.message', 'm.image', 'text', 'picture', '[picture] ', ''),
                ('m.room.message', 'm.video', 'text', 'video', '[video] ', ''),
                ('m.room.message', 'm.audio', 'text', 'sound', '[sound] ', ''),
                ('m.room.message', 'm.file', 'text', 'file', '[file] ', ''),
                ('m.room.message', 'm.location', 'text', 'place', '[place] ', ''),
                ('m.sticker', NULL, 'notice', 'sticker', '[sticker] ', ''),
                ('m.room.name', NULL, 'chatChanged', 'chatName', 'named the chat “', '”'),
                ('m.room.topic', NULL, 'chatChanged', 'chatTopic', 'set the topic: ', ''),
                ('m.room.tombstone', NULL, 'chatChanged', 'chatEnd', 'ended this chat. ', '');

            CREATE TEMP TABLE old AS
                SELECT id, kind, body, json_extract(source, '$.type') AS type,
                    json_extract(source, '$.content.msgtype') AS message_type
                FROM messages
                WHERE is_removed = 0 AND (kind IN ('chatChanged', 'unknown')
                    OR (kind IN ('text', 'notice') AND substr(body, 1, 1) = '[')) AND json_valid(source);
            UPDATE messages SET kind = sentences.kind, body = substr(messages.body, length(opening) + 1,
                    length(messages.body) - length(opening) - length(closing))
                FROM old JOIN sentences
                    ON sentences.type = old.type AND sentences.old_kind = old.kind
                        AND (sentences.message_type IS NULL OR sentences.message_type = old.message_type)
                WHERE messages.id = old.id AND substr(old.body, 1, length(opening)) = opening
                    AND substr(old.body, length(opening) + 1) LIKE '%' || closing;
            UPDATE messages SET kind = 'unreadable', body = ''
                WHERE id IN (SELECT id FROM old WHERE kind = 'unknown' AND type IN ('m.room.message', 'm.sticker')
                    AND body = 'A message that can''t be read');
            UPDATE messages SET kind = 'malformed', body = ''
                WHERE id IN (SELECT id FROM old WHERE kind = 'unknown' AND body = 'An event that can''t be read');
            UPDATE messages SET event_type = old.type,
                    body = substr(messages.body, length('An event that Confab doesn''t know (' || old.type || '): ') + 1)
                FROM old
                WHERE messages.id = old.id AND old.kind = 'unknown' AND typeof(old.type) = 'text'
                    AND (old.body = 'An event that Confab doesn''t know (' || old.type || ')'
                        OR substr(old.body, 1, length(old.type) + 38) =
                            'An event that Confab doesn''t know (' || old.type || '): ');
            DROP TABLE old;

            CREATE TEMP TABLE old_edits AS
                SELECT chat_id, event_id, body,
                    json_extract(source, '$.content."m.new_content".msgtype') AS message_type
                FROM edits WHERE kind = 'text' AND substr(body, 1, 1) = '[' AND json_valid(source);
            UPDATE edits SET kind = sentences.kind, body = substr(edits.body, length(opening) + 1)
                FROM old_edits JOIN sentences USING (message_type)
                WHERE edits.chat_id = old_edits.chat_id AND edits.event_id = old_edits.event_id
                    AND substr(edits.body, 1, length(opening)) = opening;
            DROP TABLE old_edits;

            CREATE TEMP TABLE old_lines AS
                SELECT seq, json_extract(content, '$.msgtype') AS message_type
                FROM outbox WHERE purpose = 'message' AND is_emote = 0 AND json_valid(content);
            UPDATE outbox SET kind = sentences.kind, body = substr(outbox.body, length(opening) + 1)
                FROM old_lines JOIN sentences USING (message_type)
                WHERE outbox.seq = old_lines.seq AND substr(outbox.body, 1, length(opening)) = opening;
            DROP TABLE old_lines;
            DROP TABLE sentences;

            CREATE INDEX messages_said ON messages (chat_id, sender, position) WHERE is_removed = 0
                AND kind IN ('text', 'emote', 'picture', 'video', 'sound', 'file', 'place');
            """
    )
}
