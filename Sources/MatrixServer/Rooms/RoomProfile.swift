import GRDB
import MatrixAPI

/// The data about a room that users outside it may see (client-server API, `PublishedRoomsChunk` and "Room Summary").
struct RoomProfile {
    private let state: StateTable
    private let aliases: AliasesTable
    private let room: String

    /// Texts are truncated to this number of code points, and addresses and types with more bytes are left out. A list
    /// of rooms has many of them.
    private static let (longestText, longestName) = (500, 255)

    init(_ database: Database, room: String) {
        state = StateTable(database)
        aliases = AliasesTable(database)
        self.room = room
    }

    func json(people: Int64) throws -> JSONValue {
        var json: JSONValue = [
            "room_id": .string(room), "num_joined_members": .integer(people),
            "world_readable": .bool(try isWorldReadable()),
            "guest_can_join": .bool(try text("m.room.guest_access", "guest_access") == "can_join"),
            "join_rule": .string(try joinRule()),
        ]
        json["name"] = try text("m.room.name", "name").map(RoomProfile.beginning)
        json["topic"] = try text("m.room.topic", "topic").map(RoomProfile.beginning)
        json["canonical_alias"] = try alias().map(JSONValue.string)
        json["avatar_url"] = try whole("m.room.avatar", "url").map(JSONValue.string)
        json["room_type"] = try whole("m.room.create", "type").map(JSONValue.string)
        return json
    }

    /// Returns the room's canonical alias if it leads to the room.
    private func alias() throws -> String? {
        guard let alias = try whole("m.room.canonical_alias", "alias") else { return nil }
        return try aliases.alias(alias)?.room == room ? alias : nil
    }

    private static func beginning(_ text: String) -> JSONValue {
        .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))))
    }

    /// Returns a text; `nil` if it is longer than ``longestName``, since it would be useless if it were truncated.
    private func whole(_ type: String, _ name: String) throws -> String? {
        try text(type, name).flatMap { $0.utf8.count <= RoomProfile.longestName ? $0 : nil }
    }

    /// Returns the algorithm, which only the summary includes, not the directory.
    func encryption() throws -> String? { try text("m.room.encryption", "algorithm") }

    func joinRule() throws -> String { try text("m.room.join_rules", "join_rule") ?? "invite" }

    func isWorldReadable() throws -> Bool { try state.isWorldReadable(room) }

    private func text(_ type: String, _ name: String) throws -> String? {
        try state.current(type, in: room)?.content[name]?.string
    }
}
