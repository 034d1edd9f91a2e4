/// A server's description of a room for users outside it (client-server API, "Room Summary" and `PublishedRoomsChunk`).
package struct RoomPreview: Hashable, Sendable {
    package let roomID: String
    package let name: String?
    package let topic: String?
    package let canonicalAlias: String?
    package let joinedCount: Int
    /// The join rule, such as `public` or `knock`; `public` if the server doesn't report it.
    package let joinRule: String
    /// The type, such as `m.space`; `nil` for an ordinary room.
    package let type: String?
    /// The account's membership in it, if the server reports it.
    package let membership: String?
    /// The children of a space: `m.space.child` events, if its hierarchy was requested.
    package let children: [MatrixEvent]

    /// - Returns: `nil` if it names no room.
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

    /// Whether a user without an invite may knock.
    package var takesKnocks: Bool { joinRule == "knock" || joinRule == "knock_restricted" }
}
