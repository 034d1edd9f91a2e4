import MatrixAPI

/// Checks the names in a request's body. It refuses texts that Swift, JSON and SQLite would compare differently.
///
/// Texts that people write are not checked: they are stored as JSON, which escapes U+0000.
enum BodyGate {
    /// Members whose texts are identifiers, at any depth.
    private static let identifiers: Set<String> = [
        "device_id", "event_id", "event_type", "filter_id", "history_visibility", "invite", "join_rule", "kind",
        "m.fully_read", "m.read", "m.read.private", "membership", "not_rooms", "not_senders", "not_types", "preset",
        "receipt_type", "redacts", "refresh_token", "rel_type", "room_id", "room_version", "rooms", "rule_id", "sender",
        "senders", "session", "state_key", "thread_id", "type", "types", "user_id", "user_ids", "username",
        "visibility",
    ]
    /// Members whose texts are stored in SQLite text columns.
    private static let columns: Set<String> = [
        "avatar_url", "display_name", "displayname", "initial_device_display_name", "search_term", "user",
    ]

    /// - Throws: `M_BAD_JSON` if a name or an identifier contains invalid characters.
    static func check(_ body: JSONValue) throws(EndpointError) {
        switch body {
        case .object(let members):
            for (name, value) in members {
                guard !name.holdsNull else { throw EndpointError.badJSON("A member's name holds U+0000") }
                for text in texts(of: value) {
                    if identifiers.contains(name), !text.isSoundIdentifier {
                        throw EndpointError.badJSON("\(name) is not in NFC, or holds U+0000")
                    }
                    if columns.contains(name), text.holdsNull { throw EndpointError.badJSON("\(name) holds U+0000") }
                }
                try check(value)
            }
        case .array(let elements):
            for element in elements { try check(element) }
        case .null, .bool, .integer, .double, .string: return
        }
    }

    /// Returns the text itself, or the texts of a list.
    private static func texts(of value: JSONValue) -> [String] {
        value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
    }
}
