/// A page of a server's public room directory (client-server API, `POST /publicRooms`).
package struct PublicRoomsPage: Hashable, Sendable {
    /// The rooms, largest first, as servers order them.
    package let rooms: [RoomPreview]
    /// The token for the next page; `nil` if this was the last one.
    package let next: String?

    /// - Returns: `nil` if it has no list.
    package init?(json: JSONValue) {
        guard let chunk = json["chunk"]?.array else { return nil }
        rooms = chunk.compactMap(RoomPreview.init(json:))
        next = json["next_batch"]?.token
    }
}
