extension Migration {
    /// Finds where a chat was encrypted, however much is said in it.
    static let encryptionPlaces = Migration(
        version: 36,
        sql: """
            CREATE INDEX messages_of_encryption ON messages (chat_key) WHERE event_type = 'm.room.encryption';
            """)
}
