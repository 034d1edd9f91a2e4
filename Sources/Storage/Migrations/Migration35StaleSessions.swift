extension Migration {
    /// Olm sessions that an older copy of the profile brought back: what is sent by one may repeat keys that its device used
    /// up already. They still read.
    static let staleSessions = Migration(
        version: 35,
        sql: """
            ALTER TABLE olm_sessions ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0;
            """)
}
