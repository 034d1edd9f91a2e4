import GRDB

/// Migration 7: how many keys and signatures an account has is known without reading them all.
enum KeyLimits {
    /// Of a deleted backup the number is kept where it was the last one: none is given twice.
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
