import MatrixAPI

/// The settings of a preset (client-server API, "Creation", table of presets).
enum RoomPreset: String, Sendable {
    case privateChat = "private_chat"
    case trustedPrivate = "trusted_private_chat"
    case publicChat = "public_chat"

    var state: [(type: String, content: JSONValue)] {
        [
            ("m.room.join_rules", ["join_rule": self == .publicChat ? "public" : "invite"]),
            ("m.room.history_visibility", ["history_visibility": "shared"]),
            ("m.room.guest_access", ["guest_access": self == .publicChat ? "forbidden" : "can_join"]),
        ]
    }
}
