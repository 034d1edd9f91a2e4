extension Migration {
    /// Adds edits and reactions beside the messages, the targets of replies, changes in the outbox, and the history
    /// of each line. Relation events that earlier versions stored as messages are converted from their source.
    static let relations = Migration(
        version: 3,
        sql: """
            ALTER TABLE messages ADD COLUMN formatted_body TEXT;
            ALTER TABLE messages ADD COLUMN reply_to TEXT;
            ALTER TABLE messages ADD COLUMN edit_id TEXT;
            CREATE TABLE edits (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                target_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                formatted_body TEXT,
                source TEXT NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            CREATE INDEX edits_by_target ON edits (chat_id, target_id, timestamp);
            CREATE TABLE reactions (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                target_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                key TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            CREATE INDEX reactions_by_target ON reactions (chat_id, target_id, timestamp);
            CREATE TABLE line_stories (
                id TEXT NOT NULL PRIMARY KEY,
                chat_id TEXT NOT NULL,
                event_id TEXT,
                accepted_at INTEGER NOT NULL,
                kept_at INTEGER NOT NULL,
                left_at INTEGER,
                tries INTEGER NOT NULL DEFAULT 0,
                answered_at INTEGER,
                refused_at INTEGER,
                refusal TEXT
            ) WITHOUT ROWID;
            CREATE INDEX line_stories_by_event ON line_stories (chat_id, event_id) WHERE event_id IS NOT NULL;
            ALTER TABLE outbox ADD COLUMN purpose TEXT NOT NULL DEFAULT 'message';
            ALTER TABLE outbox ADD COLUMN target_event_id TEXT;
            ALTER TABLE outbox ADD COLUMN target_line_id TEXT;
            ALTER TABLE outbox ADD COLUMN argument TEXT;
            ALTER TABLE outbox ADD COLUMN formatted_body TEXT;
            ALTER TABLE outbox ADD COLUMN reply_to TEXT;
            ALTER TABLE outbox ADD COLUMN may_have_left INTEGER NOT NULL DEFAULT 1;

            CREATE TEMP TABLE old AS
                SELECT id, chat_id, event_id, sender, timestamp, json_extract(source, '$.type') AS type,
                    json_extract(source, '$.content."m.relates_to".rel_type') AS relation,
                    json_extract(source, '$.content."m.relates_to".event_id') AS target,
                    json_extract(source, '$.content."m.relates_to".key') AS key,
                    json_extract(source, '$.content."m.relates_to"."m.in_reply_to".event_id') AS reply_to,
                    json_extract(source, '$.content."m.new_content".msgtype') AS message_type,
                    json_extract(source, '$.content."m.new_content".body') AS body,
                    json_extract(source, '$.content.format') AS format,
                    json_extract(source, '$.content.formatted_body') AS formatted_body, source
                FROM messages WHERE is_removed = 0 AND json_valid(source);
            UPDATE messages SET formatted_body = old.formatted_body FROM old
                WHERE old.id = messages.id AND old.format = 'org.matrix.custom.html'
                    AND typeof(old.formatted_body) = 'text';
            UPDATE messages SET reply_to = old.reply_to FROM old
                WHERE old.id = messages.id AND old.type = 'm.room.message' AND typeof(old.reply_to) = 'text';
            INSERT INTO reactions (chat_id, event_id, target_id, sender, key, timestamp)
                SELECT chat_id, event_id, target, sender, key, timestamp FROM old
                WHERE type = 'm.reaction' AND relation = 'm.annotation'
                    AND typeof(target) = 'text' AND typeof(key) = 'text';
            INSERT INTO edits (chat_id, event_id, target_id, sender, timestamp, kind, body, source)
                SELECT chat_id, event_id, target, sender, timestamp,
                    CASE message_type WHEN 'm.emote' THEN 'emote' WHEN 'm.notice' THEN 'notice' ELSE 'text' END,
                    body, source FROM old
                WHERE type = 'm.room.message' AND relation = 'm.replace'
                    AND typeof(target) = 'text' AND typeof(body) = 'text';
            UPDATE messages SET kind = 'relation', body = '', formatted_body = NULL, source = '{}'
                WHERE id IN (SELECT id FROM old WHERE type IN ('m.reaction', 'm.room.redaction')
                    OR (type IN ('m.room.message', 'm.room.encrypted') AND relation = 'm.replace'));
            UPDATE messages SET edit_id = (
                    SELECT event_id FROM edits
                    WHERE edits.chat_id = messages.chat_id AND edits.target_id = messages.event_id
                        AND edits.sender = messages.sender
                    ORDER BY edits.timestamp DESC, edits.event_id DESC LIMIT 1)
                WHERE is_removed = 0 AND kind IN ('text', 'emote', 'notice')
                    AND EXISTS (SELECT 1 FROM edits
                        WHERE edits.chat_id = messages.chat_id AND edits.target_id = messages.event_id);
            UPDATE chats SET last_position = (
                SELECT max(position) FROM messages WHERE chat_id = chats.id AND is_removed = 0
                    AND kind IN ('text', 'emote', 'notice', 'encrypted'));
            DROP TABLE old;
            CREATE INDEX messages_shown ON messages (chat_id, position) WHERE kind <> 'relation';
            """
    )
}
