extension Migration {
    /// Whose key an edit was encrypted with: its words are no better than that, whatever they stand in place of.
    ///
    /// `edits.encryption` is a ``MessageEncryption`` as it is stored. An edit that came without its place in the timeline doesn't say it.
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
