extension Migration {
    /// Adds an index of the last reactions of a person.
    static let ownReactions = Migration(
        version: 8,
        sql: """
            CREATE INDEX reactions_by_sender ON reactions (sender, timestamp);
            """
    )
}

extension Migration {
    /// Adds an index of messages by sender. Without it, finding the few messages of a person in a long chat would
    /// read it as a whole.
    static let ownLines = Migration(
        version: 9,
        sql: """
            CREATE INDEX messages_said ON messages (chat_id, sender, position)
                WHERE is_removed = 0 AND kind IN ('text', 'emote');
            """
    )
}

extension Migration {
    /// Adds the state events that decide the permissions in each chat.
    static let powers = Migration(
        version: 6,
        sql: """
            CREATE TABLE powers (
                chat_id TEXT NOT NULL PRIMARY KEY,
                levels TEXT,
                creation TEXT,
                creator TEXT
            ) WITHOUT ROWID;
            """
    )
}

extension Migration {
    /// Adds the sender, the time and the reason of redactions. For older redactions they are unknown.
    static let removalReasons = Migration(
        version: 7,
        sql: """
            ALTER TABLE messages ADD COLUMN removal_id TEXT;
            ALTER TABLE messages ADD COLUMN removed_by TEXT;
            ALTER TABLE messages ADD COLUMN removed_at INTEGER;
            ALTER TABLE messages ADD COLUMN removal_reason TEXT;
            ALTER TABLE removals ADD COLUMN removal_id TEXT;
            ALTER TABLE removals ADD COLUMN removed_by TEXT;
            ALTER TABLE removals ADD COLUMN removed_at INTEGER;
            ALTER TABLE removals ADD COLUMN removal_reason TEXT;
            """
    )
}

extension Migration {
    /// Adds the contacts of this device and of the account. A deleted contact of the account leaves a row without a
    /// name. It also hides a person who is listed only because of a direct chat.
    static let contacts = Migration(
        version: 2,
        sql: """
            CREATE TABLE local_contacts (
                user_id TEXT NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                note TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE account_contacts (
                user_id TEXT NOT NULL PRIMARY KEY,
                name TEXT,
                note TEXT NOT NULL
            ) WITHOUT ROWID;
            """
    )
}

extension Migration {
    /// Adds the account's settings of chats, and the ignored people.
    static let chatSettings = Migration(
        version: 4,
        sql: """
            ALTER TABLE chats ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chats ADD COLUMN pin_order REAL;
            ALTER TABLE chats ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chats ADD COLUMN is_marked_unread INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX chats_by_place ON chats (is_archived, is_pinned DESC, last_activity DESC, id)
                WHERE membership <> 'left';
            CREATE TABLE notification_levels (
                chat_id TEXT NOT NULL PRIMARY KEY,
                level TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE ignored_people (
                user_id TEXT NOT NULL PRIMARY KEY
            ) WITHOUT ROWID;
            """
    )
}

extension Migration {
    /// Adds the mentions of messages and edits (`m.mentions`), one line for each person, and `NULL` if they are not
    /// given. Existing ones are converted from the source.
    static let mentions = Migration(
        version: 5,
        sql: """
            ALTER TABLE messages ADD COLUMN mentions TEXT;
            ALTER TABLE edits ADD COLUMN mentions TEXT;

            UPDATE messages SET mentions = coalesce(
                    (SELECT group_concat(value, char(10)) FROM json_each(source, '$.content."m.mentions".user_ids')
                        WHERE json_each.type = 'text'), '')
                    || CASE json_type(source, '$.content."m.mentions".room')
                        WHEN 'true' THEN char(10) || '@room' ELSE '' END
                WHERE kind IN ('text', 'emote') AND source LIKE '%"m.mentions"%' AND json_valid(source)
                    AND json_type(source, '$.content."m.mentions"') = 'object';
            UPDATE edits SET mentions = coalesce(
                    (SELECT group_concat(value, char(10))
                        FROM json_each(source, '$.content."m.new_content"."m.mentions".user_ids')
                        WHERE json_each.type = 'text'), '')
                    || CASE json_type(source, '$.content."m.new_content"."m.mentions".room')
                        WHEN 'true' THEN char(10) || '@room' ELSE '' END
                WHERE source LIKE '%"m.mentions"%' AND json_valid(source)
                    AND json_type(source, '$.content."m.new_content"."m.mentions"') = 'object';
            """
    )
}

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

extension Migration {
    /// Creates the tables of chats, people, timelines with their gaps, the outbox, drafts and settings.
    static let firstShape = Migration(
        version: 1,
        sql: """
            CREATE TABLE chats (
                id TEXT NOT NULL PRIMARY KEY,
                membership TEXT NOT NULL,
                given_name TEXT,
                canonical_alias TEXT,
                topic TEXT,
                joined_count INTEGER NOT NULL,
                invited_count INTEGER NOT NULL,
                inviter_id TEXT,
                inviter_name TEXT,
                is_encrypted INTEGER NOT NULL,
                notification_count INTEGER NOT NULL,
                highlight_count INTEGER NOT NULL,
                last_activity INTEGER NOT NULL,
                fully_read_event_id TEXT,
                last_position INTEGER,
                is_direct_invitation INTEGER NOT NULL
            );
            CREATE TABLE members (
                chat_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                display_name TEXT,
                membership TEXT NOT NULL,
                PRIMARY KEY (chat_id, user_id)
            ) WITHOUT ROWID;
            CREATE TABLE heroes (
                chat_id TEXT NOT NULL,
                rank INTEGER NOT NULL,
                user_id TEXT NOT NULL,
                PRIMARY KEY (chat_id, rank)
            ) WITHOUT ROWID;
            CREATE TABLE direct_chats (
                chat_id TEXT NOT NULL PRIMARY KEY,
                user_id TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE messages (
                id INTEGER PRIMARY KEY,
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                event_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                subject_id TEXT,
                subject_name TEXT,
                subject_change TEXT,
                is_removed INTEGER NOT NULL,
                transaction_id TEXT,
                source TEXT NOT NULL
            );
            CREATE UNIQUE INDEX messages_by_position ON messages (chat_id, position);
            CREATE UNIQUE INDEX messages_by_event ON messages (chat_id, event_id);
            CREATE TABLE gaps (
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (chat_id, position)
            ) WITHOUT ROWID;
            CREATE TABLE removals (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            CREATE TABLE receipts (
                chat_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                PRIMARY KEY (chat_id, user_id)
            ) WITHOUT ROWID;
            CREATE TABLE outbox (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                chat_id TEXT NOT NULL,
                type TEXT NOT NULL,
                body TEXT NOT NULL,
                is_emote INTEGER NOT NULL,
                content TEXT NOT NULL,
                accepted_at INTEGER NOT NULL,
                state TEXT NOT NULL,
                detail TEXT
            );
            CREATE TABLE drafts (
                chat_id TEXT NOT NULL PRIMARY KEY,
                text TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE settings (
                key TEXT NOT NULL PRIMARY KEY,
                value TEXT NOT NULL
            ) WITHOUT ROWID;
            """
    )
}
