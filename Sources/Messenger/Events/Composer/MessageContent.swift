import MatrixAPI

/// Contents of `m.room.message` (client-server API, "m.room.message msgtypes").
enum MessageContent {
    static func text(_ body: String, isEmote: Bool) -> JSONValue {
        ["msgtype": .string(isEmote ? "m.emote" : "m.text"), "body": .string(body)]
    }
}
