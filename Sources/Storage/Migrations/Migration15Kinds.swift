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
