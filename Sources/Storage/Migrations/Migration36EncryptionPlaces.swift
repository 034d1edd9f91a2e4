extension Migration {
    /// Adds an index of the encryption events, so that they are found fast in chats of any length.
    static let encryptionPlaces = Migration(
        version: 36,
        sql: """
            CREATE INDEX messages_of_encryption ON messages (chat_key) WHERE event_type = 'm.room.encryption';
            """)
}
