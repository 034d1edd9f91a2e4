import GRDB

/// Migration 7: totals of an account's keys and signatures, so that checking its limits doesn't read them all.
enum KeyLimits {
    /// The number of a deleted backup is kept if it was the last one, so that no number is reused.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX key_signatures_by_signer ON key_signatures (signer, key_name);
                ALTER TABLE backup_versions ADD COLUMN key_count INTEGER NOT NULL DEFAULT 0;
                UPDATE backup_versions SET key_count = (
                    SELECT count(*) FROM backup_keys k
                    WHERE k.user_id = backup_versions.user_id AND k.version = backup_versions.version);
                DELETE FROM backup_versions WHERE is_deleted = 1 AND version < (
                    SELECT max(version) FROM backup_versions v WHERE v.user_id = backup_versions.user_id);
                UPDATE backup_versions SET auth_data = '{}' WHERE is_deleted = 1;
                """)
    }
}
