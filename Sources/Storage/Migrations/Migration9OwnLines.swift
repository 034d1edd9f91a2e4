extension Migration {
    /// What a person said in a chat is found by who they are: one who said little in a long chat would have it read as a
    /// whole.
    static let ownLines = Migration(
        version: 9,
        sql: """
            CREATE INDEX messages_said ON messages (chat_id, sender, position)
                WHERE is_removed = 0 AND kind IN ('text', 'emote');
            """
    )
}
