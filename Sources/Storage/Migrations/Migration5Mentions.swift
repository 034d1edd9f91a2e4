extension Migration {
    /// Whom messages and edits name (`m.mentions`), a line a person; `NULL` where they don't say. What is stored already is
    /// taken over from its source.
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
