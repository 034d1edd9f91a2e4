import MatrixAPI

/// The filters for sync requests (client-server API, "Filtering").
package enum SyncRequestFilter {
    static let text = json(messagesEach: 50).serializedText

    /// The filter for the first sync, which returns all chats at once. The user sees few of them, and older messages
    /// load on demand.
    package static let firstText = json(messagesEach: 10).serializedText

    private static func json(messagesEach limit: Int64) -> JSONValue {
        [
            "room": [
                "state": ["lazy_load_members": true],
                // Not `unread_thread_notifications`: new messages in threads count as new in their chat.
                "timeline": ["limit": .integer(limit)],
            ],
            "presence": ["types": []],
        ]
    }
}
