extension Migration {
    /// Which edit a ciphertext was shown as is asked with each that is read.
    static let editReplays = Migration(
        version: 22,
        sql: """
            CREATE INDEX edits_by_ciphertext ON edits (encryption) WHERE encryption IS NOT NULL;
            """)
}
