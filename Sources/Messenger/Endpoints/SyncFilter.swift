import MatrixAPI

/// What the client asks a sync to hold (client-server API, "Filtering").
enum SyncFilter {
    static let json: JSONValue = [
        "room": [
            "state": ["lazy_load_members": true],
            "timeline": ["limit": 50],
        ],
        "presence": ["types": []],
    ]

    static let text = json.serializedText
}
