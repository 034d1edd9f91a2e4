/// What a server tells of a room to somebody who isn't in it (client-server API, "Room Summary" and `PublishedRoomsChunk`).
package struct RoomPreview: Hashable, Sendable {
    package let roomID: String
    package let name: String?
    package let topic: String?
    package let canonicalAlias: String?
    package let joinedCount: Int
    /// Such as `public` or `knock`, which is `public` where the server doesn't say.
    package let joinRule: String
    /// Such as `m.space`; `nil` for a room to talk in.
    package let type: String?
    /// What the account is in it, where the server says so.
    package let membership: String?
    /// What a space says is part of it: events `m.space.child`, where its hierarchy was asked for.
    package let children: [MatrixEvent]

    /// - Returns: `nil` where it names no room.
    package init?(json: JSONValue) {
        guard let roomID = json["room_id"]?.identifier else { return nil }
        self.roomID = roomID
        name = json["name"]?.string
        topic = json["topic"]?.string
        canonicalAlias = json["canonical_alias"]?.string
        joinedCount = json["num_joined_members"]?.count ?? 0
        joinRule = json["join_rule"]?.string ?? "public"
        type = json["room_type"]?.string
        membership = json["membership"]?.string
        children = MatrixEvent.list(json["children_state"])
    }

    /// Whether somebody who isn't invited may ask to be let in.
    package var takesKnocks: Bool { joinRule == "knock" || joinRule == "knock_restricted" }
}
