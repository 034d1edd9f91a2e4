extension Migration {
    /// Adds the reason of an invitation.
    static let invitationReasons = Migration(
        version: 28,
        sql: """
            ALTER TABLE chats ADD COLUMN invitation_reason TEXT;
            """)
}

extension Migration {
    /// Adds an index of the encryption events, so that they are found fast in chats of any length.
    static let encryptionPlaces = Migration(
        version: 36,
        sql: """
            CREATE INDEX messages_of_encryption ON messages (chat_key) WHERE event_type = 'm.room.encryption';
            """)
}

extension Migration {
    /// Replaces the index of the encryption events, which was always empty, because state events are stored without
    /// their type. Now all events of unknown kinds are found fast, and their source has the type.
    static let unknownEvents = Migration(
        version: 38,
        sql: """
            DROP INDEX messages_of_encryption;
            CREATE INDEX messages_of_unknown_kind ON messages (chat_key) WHERE kind = 'unknown';
            """)
}

extension Migration {
    /// Adds the files of lines: the size of the local copy, and the location on the server.
    static let outboxFiles = Migration(
        version: 31,
        sql: """
            ALTER TABLE outbox ADD COLUMN file_size INTEGER;
            ALTER TABLE outbox ADD COLUMN upload TEXT;
            """)
}

extension Migration {
    /// Adds the recipients for whom a line was last encrypted: a text that changes with its session or with the
    /// devices that have its key. It is NULL if it was not recorded.
    static let sealedLines = Migration(
        version: 34,
        sql: """
            ALTER TABLE outbox ADD COLUMN sealed_for TEXT;
            """)
}

extension Migration {
    /// Adds the mark of Olm sessions that an older copy of the profile restored. Messages sent with them might reuse
    /// keys that the other device has used up. They can still decrypt messages.
    static let staleSessions = Migration(
        version: 35,
        sql: """
            ALTER TABLE olm_sessions ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0;
            """)
}

extension Migration {
    /// Adds the token that requests the messages of a gap from its older end, and the event before them. Both are
    /// known if the messages before the gap were requested separately, from far back in the history.
    static let islands = Migration(
        version: 32,
        sql: """
            ALTER TABLE gaps ADD COLUMN newer_token TEXT;
            ALTER TABLE gaps ADD COLUMN newer_event_id TEXT;
            """)
}

extension Migration {
    /// Adds the skeleton of each member's name (``ConfusableSkeleton``). A name that looks like another member's name
    /// is shown with the Matrix ID.
    static let nameLooks = Migration(
        version: 37,
        sql: """
            ALTER TABLE members ADD COLUMN look TEXT;
            UPDATE members SET look = name_look(NULL, display_name, user_id);
            CREATE INDEX members_by_look ON members (chat_id, look);
            """)
}

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

extension Migration {
    /// Adds the chats for which this account enabled encryption, even if the server reports otherwise later.
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

extension Migration {
    /// Adds which rooms are spaces, and their children. The children of existing spaces are requested when they are
    /// opened.
    static let spaces = Migration(
        version: 27,
        sql: """
            ALTER TABLE chats ADD COLUMN is_space INTEGER NOT NULL DEFAULT 0;
            UPDATE chats SET is_space = 1 WHERE id IN (
                SELECT chat_id FROM powers WHERE iif(json_valid(creation), json_extract(creation, '$.type'), NULL) = 'm.space'
            );
            CREATE TABLE space_children (
                chat_id TEXT NOT NULL,
                child_id TEXT NOT NULL,
                child_order TEXT,
                added_at INTEGER NOT NULL,
                servers TEXT NOT NULL,
                PRIMARY KEY (chat_id, child_id)
            ) WITHOUT ROWID;
            """)
}

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

extension Migration {
    /// Adds the replies to polls. Polls that earlier versions stored as unknown events, and their answers, are
    /// converted from their source.
    static let polls = Migration(
        version: 26,
        sql: """
            CREATE TABLE poll_replies (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                target_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                answers TEXT,
                is_encrypted INTEGER NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            CREATE INDEX poll_replies_by_target ON poll_replies (chat_id, target_id, timestamp);
            DROP INDEX messages_said;

            CREATE TEMP TABLE old AS
                SELECT messages.id AS id, chat_keys.chat_id AS chat_id, event_id, sender, timestamp, position,
                    encryption IS NOT NULL AS is_encrypted, json_extract(source, '$.type') AS type,
                    json_extract(source, '$.content."m.relates_to".rel_type') AS relation,
                    json_extract(source, '$.content."m.relates_to".event_id') AS target,
                    CASE 'array'
                        WHEN json_type(source, '$.content."m.selections"')
                            THEN json_extract(source, '$.content."m.selections"')
                        WHEN json_type(source, '$.content."org.matrix.msc3381.poll.response".answers')
                            THEN json_extract(source, '$.content."org.matrix.msc3381.poll.response".answers')
                        ELSE '[]'
                    END AS answers,
                    CASE 'object'
                        WHEN json_type(source, '$.content."m.poll"') THEN json_extract(source, '$.content."m.poll"')
                        WHEN json_type(source, '$.content."org.matrix.msc3381.poll.start"')
                            THEN json_extract(source, '$.content."org.matrix.msc3381.poll.start"')
                        ELSE '{}'
                    END AS poll
                FROM messages JOIN chat_keys ON key = messages.chat_key
                WHERE kind = 'unknown' AND is_removed = 0 AND source LIKE '%poll.%' AND json_valid(source)
                    AND json_type(source, '$.state_key') IS NULL
                    AND json_extract(source, '$.type') IN (
                        'm.poll.start', 'm.poll.response', 'm.poll.end', 'org.matrix.msc3381.poll.start',
                        'org.matrix.msc3381.poll.response', 'org.matrix.msc3381.poll.end');
            CREATE TEMP TABLE old_polls AS
                SELECT id, chat_id, position, coalesce(
                    json_extract(poll, '$.question."m.text"[0].body'),
                    json_extract(poll, '$.question."org.matrix.msc1767.text"'),
                    json_extract(poll, '$.question.body')) AS question
                FROM old WHERE type LIKE '%.start' AND json_type(poll, '$.answers[0]') = 'object';
            UPDATE messages SET kind = 'poll', body = old_polls.question, event_type = NULL FROM old_polls
                WHERE messages.id = old_polls.id AND typeof(old_polls.question) = 'text';
            INSERT OR IGNORE INTO poll_replies (chat_id, event_id, target_id, sender, timestamp, answers, is_encrypted)
                SELECT chat_id, event_id, target, sender, timestamp,
                    iif(type LIKE '%.end', NULL, coalesce((
                        SELECT group_concat(length(CAST(value AS BLOB)) || ':' || value, '')
                        FROM json_each(answers) WHERE type = 'text'), '')),
                    is_encrypted
                FROM old WHERE type NOT LIKE '%.start' AND relation = 'm.reference' AND typeof(target) = 'text';
            UPDATE messages SET kind = 'relation', body = '', event_type = NULL, source = '{}'
                WHERE id IN (SELECT id FROM old WHERE type NOT LIKE '%.start');
            UPDATE chats SET last_position = max(coalesce(last_position, new.position), new.position)
                FROM (SELECT chat_id, max(position) AS position FROM old_polls
                    WHERE typeof(question) = 'text' GROUP BY chat_id) AS new
                WHERE chats.id = new.chat_id;
            DROP TABLE old_polls;
            DROP TABLE old;

            CREATE INDEX messages_said ON messages (chat_key, sender) WHERE is_removed = 0
                AND kind IN ('text', 'emote', 'picture', 'video', 'sound', 'file', 'place', 'poll');
            """)
}
