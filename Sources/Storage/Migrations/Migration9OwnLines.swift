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
