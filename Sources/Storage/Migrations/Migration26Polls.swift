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
