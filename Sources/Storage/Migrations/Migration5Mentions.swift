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
