/// An event with its surroundings (client-server API, `GET /rooms/{roomId}/context/{eventId}`).
package struct EventContext: Sendable {
    package let event: MatrixEvent
    /// Newest first.
    package let before: [MatrixEvent]
    /// Oldest first.
    package let after: [MatrixEvent]
    package let state: [MatrixEvent]
    /// The token for `messages` going back from ``before``.
    package let start: String?
    /// The token for `messages` going forward from ``after``.
    package let end: String?

    package init?(json: JSONValue) {
        guard let event = json["event"] else { return nil }
        self.event = MatrixEvent(timelineJSON: event)
        before = MatrixEvent.timeline(json["events_before"])
        after = MatrixEvent.timeline(json["events_after"])
        state = MatrixEvent.list(json["state"])
        start = json["start"]?.token
        end = json["end"]?.token
    }
}

/// The result of a server-side search in rooms' events (client-server API, "Server Side Search").
package struct EventSearchPage: Sendable {
    package struct Result: Sendable {
        package let roomID: String
        package let event: MatrixEvent

        package init(roomID: String, event: MatrixEvent) {
            self.roomID = roomID
            self.event = event
        }
    }

    /// The results in the requested order.
    package let results: [Result]
    /// The token for the next page; `nil` if this was the last one.
    package let nextBatch: String?
    /// Whether the server reports that it has not indexed all messages yet, so that a later search may find more.
    /// Only Confab's own server does.
    package let isIncomplete: Bool

    package init(results: [Result], nextBatch: String?, isIncomplete: Bool = false) {
        self.results = results
        self.nextBatch = nextBatch
        self.isIncomplete = isIncomplete
    }

    package init?(json: JSONValue) {
        guard let found = json["search_categories"]?["room_events"], found.isObject else { return nil }
        results = (found["results"]?.array ?? []).compactMap { result in
            guard let event = result["result"], let roomID = event["room_id"]?.identifier else { return nil }
            return Result(roomID: roomID, event: MatrixEvent(timelineJSON: event))
        }
        nextBatch = found["next_batch"]?.token
        isIncomplete = found["im.confab.index_incomplete"]?.bool ?? false
    }
}

/// A page of a room's history (client-server API, `GET /rooms/{roomId}/messages`).
package struct MessagesPage: Sendable {
    /// The events in the order of the request, newest first if it went back. It may be empty although there is more.
    package let chunk: [MatrixEvent]
    /// State that is needed to show ``chunk``, such as its members if they are loaded lazily.
    package let state: [MatrixEvent]
    package let start: String
    /// The token for the next page; `nil` if this was the last one.
    package let end: String?

    package init?(json: JSONValue) {
        guard json["chunk"]?.array != nil else { return nil }
        chunk = MatrixEvent.timeline(json["chunk"])
        state = MatrixEvent.list(json["state"])
        start = json["start"]?.token ?? ""
        end = json["end"]?.token
    }

    /// Reads a response of `GET /rooms/{roomId}/relations/{eventId}`, which uses other names for its tokens.
    package init?(relations json: JSONValue) {
        guard json["chunk"]?.array != nil else { return nil }
        chunk = MatrixEvent.timeline(json["chunk"])
        state = []
        start = json["prev_batch"]?.token ?? ""
        end = json["next_batch"]?.token
    }
}

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
