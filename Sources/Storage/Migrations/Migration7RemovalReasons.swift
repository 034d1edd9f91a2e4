extension Migration {
    /// Adds the sender, the time and the reason of redactions. For older redactions they are unknown.
    static let removalReasons = Migration(
        version: 7,
        sql: """
            ALTER TABLE messages ADD COLUMN removal_id TEXT;
            ALTER TABLE messages ADD COLUMN removed_by TEXT;
            ALTER TABLE messages ADD COLUMN removed_at INTEGER;
            ALTER TABLE messages ADD COLUMN removal_reason TEXT;
            ALTER TABLE removals ADD COLUMN removal_id TEXT;
            ALTER TABLE removals ADD COLUMN removed_by TEXT;
            ALTER TABLE removals ADD COLUMN removed_at INTEGER;
            ALTER TABLE removals ADD COLUMN removal_reason TEXT;
            """
    )
}
