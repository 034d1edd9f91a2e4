/// A part of the rooms that a server lists for everybody (client-server API, `POST /publicRooms`).
package struct PublicRoomsPage: Hashable, Sendable {
    /// The largest first, as servers have it.
    package let rooms: [RoomPreview]
    /// What asks for those that follow; `nil`: these were the last ones.
    package let next: String?

    /// - Returns: `nil` where it lists nothing at all.
    package init?(json: JSONValue) {
        guard let chunk = json["chunk"]?.array else { return nil }
        rooms = chunk.compactMap(RoomPreview.init(json:))
        next = json["next_batch"]?.token
    }
}
