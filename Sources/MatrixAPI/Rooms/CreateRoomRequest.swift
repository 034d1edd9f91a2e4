/// The properties of a new room (client-server API, `POST /createRoom`).
package struct CreateRoomRequest: Hashable, Sendable {
    /// The rules for joining and history (client-server API, "Room creation presets").
    package enum Preset: String, Hashable, Sendable {
        case privateChat = "private_chat"
        case publicChat = "public_chat"
        case trustedPrivateChat = "trusted_private_chat"
    }

    /// User identifiers.
    package var invites: [String]
    package var isDirect: Bool
    package var preset: Preset
    package var name: String?
    package var topic: String?
    /// The local part of its alias, as `garden` of `#garden:example.org`.
    package var aliasName: String?
    /// Whether it is encrypted from the first message on (client-server API, `m.room.encryption`).
    package var isEncrypted: Bool
    /// Whether it is a space: a group of rooms.
    package var isSpace = false

    package init(
        invites: [String] = [], isDirect: Bool = false, preset: Preset = .privateChat, name: String? = nil,
        topic: String? = nil, aliasName: String? = nil, isEncrypted: Bool = false
    ) {
        self.invites = invites
        self.isDirect = isDirect
        self.preset = preset
        self.name = name
        self.topic = topic
        self.aliasName = aliasName
        self.isEncrypted = isEncrypted
    }

    package var json: JSONValue {
        var json: JSONValue = [
            "invite": .array(invites.map(JSONValue.string)),
            "is_direct": .bool(isDirect),
            "preset": .string(preset.rawValue),
            "visibility": preset == .publicChat ? "public" : "private",
        ]
        json["name"] = name.map(JSONValue.string)
        json["room_alias_name"] = aliasName.map(JSONValue.string)
        json["topic"] = topic.map(JSONValue.string)
        if isSpace {
            json["creation_content"] = ["type": "m.space"]
            // Messages in a space are not shown anywhere.
            json["power_level_content_override"] = ["events_default": 100]
        }
        if isEncrypted {
            let encryption: JSONValue = [
                "type": "m.room.encryption", "state_key": "", "content": ["algorithm": "m.megolm.v1.aes-sha2"],
            ]
            json["initial_state"] = .array([encryption])
        }
        return json
    }
}
