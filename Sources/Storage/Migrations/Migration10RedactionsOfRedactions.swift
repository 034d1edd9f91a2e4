extension Migration {
    /// What a redaction was a reason for is found by the redaction: who takes one back in a long chat would have it read as a
    /// whole.
    static let redactionsOfRedactions = Migration(
        version: 10,
        sql: """
            CREATE INDEX messages_reasoned ON messages (chat_id, removal_id) WHERE removal_reason IS NOT NULL;
            """
    )
}
