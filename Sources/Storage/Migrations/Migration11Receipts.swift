extension Migration {
    /// What was read and the homeserver doesn't know yet: told later, also by a later run.
    static let receipts = Migration(
        version: 11,
        sql: """
            CREATE TABLE pending_receipts (chat_id TEXT NOT NULL PRIMARY KEY, event_id TEXT NOT NULL) WITHOUT ROWID;
            """
    )
}
