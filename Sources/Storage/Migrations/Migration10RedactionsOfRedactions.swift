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
