import MatrixAPI

/// What the client asks a sync to hold (client-server API, "Filtering").
package enum SyncRequestFilter {
    static let text = json(messagesEach: 50).serializedText

    /// With all chats at once, of which one sees few: older messages come as one reads them.
    package static let firstText = json(messagesEach: 10).serializedText

    private static func json(messagesEach limit: Int64) -> JSONValue {
        [
            "room": [
                "state": ["lazy_load_members": true],
                // Not `unread_thread_notifications`: what is new in threads counts as new in their chat.
                "timeline": ["limit": .integer(limit)],
            ],
            "presence": ["types": []],
        ]
    }
}
