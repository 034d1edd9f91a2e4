extension Migration {
    /// Adds the encryption of edits, because an edit is only as trustworthy as the key with which it was encrypted.
    ///
    /// `edits.encryption` is a stored ``MessageEncryption``. It is missing for an edit that was received without its
    /// position in the timeline.
    static let editTrust = Migration(
        version: 20,
        sql: """
            ALTER TABLE edits ADD COLUMN encryption TEXT;
            UPDATE edits SET encryption = (
                SELECT messages.encryption FROM messages JOIN chat_keys ON key = messages.chat_key
                WHERE chat_keys.chat_id = edits.chat_id AND messages.event_id = edits.event_id)
            WHERE is_encrypted = 1;
            """)
}
