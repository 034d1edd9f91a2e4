extension Migration {
    /// Adds an index of edits by ciphertext, which is queried for each decrypted edit to detect replays.
    static let editReplays = Migration(
        version: 22,
        sql: """
            CREATE INDEX edits_by_ciphertext ON edits (encryption) WHERE encryption IS NOT NULL;
            """)
}
