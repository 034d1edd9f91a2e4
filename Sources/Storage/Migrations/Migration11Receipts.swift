extension Migration {
    /// Adds the receipts that the homeserver has not acknowledged yet. They are sent later, even by a later run.
    static let receipts = Migration(
        version: 11,
        sql: """
            CREATE TABLE pending_receipts (chat_id TEXT NOT NULL PRIMARY KEY, event_id TEXT NOT NULL) WITHOUT ROWID;
            """
    )
}
