extension Migration {
    /// Adds the mark of Olm sessions that an older copy of the profile restored. Messages sent with them might reuse
    /// keys that the other device has used up. They can still decrypt messages.
    static let staleSessions = Migration(
        version: 35,
        sql: """
            ALTER TABLE olm_sessions ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0;
            """)
}
