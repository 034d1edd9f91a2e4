package import MatrixAPI

/// Client-server API, "Rooms": creation and membership.
extension HomeserverClient {
    /// - Returns: the room's identifier.
    package func createRoom(_ request: CreateRoomRequest) async throws(MatrixClientError) -> String {
        try await value(MatrixRequest(.post, "v3", "createRoom", body: request.json)) { $0["room_id"]?.identifier }
    }

    package func invite(userID: String, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["user_id": .string(userID)]
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "invite", body: body))
    }

    /// - Parameters:
    ///   - roomIDOrAlias: such as `!a:example.org` or `#garden:example.org`.
    ///   - servers: some that are in the room, where the own one may not be.
    /// - Returns: the room's identifier.
    package func join(roomIDOrAlias: String, via servers: [String] = []) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "join", roomIDOrAlias, via: servers, body: .emptyObject)
        return try await value(request) { $0["room_id"]?.identifier }
    }

    /// Asks those who are in a room to be let in.
    ///
    /// - Returns: the room's identifier.
    @discardableResult
    package func knock(roomIDOrAlias: String, via servers: [String] = []) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "knock", roomIDOrAlias, via: servers, body: .emptyObject)
        return try await value(request) { $0["room_id"]?.identifier }
    }

    /// What a room is, for whoever may come in.
    package func summary(roomIDOrAlias: String, via servers: [String] = []) async throws(MatrixClientError)
        -> RoomPreview
    {
        let request = MatrixRequest(.get, "v1", "room_summary", roomIDOrAlias, via: servers)
        return try await value(request) { RoomPreview(json: $0) }
    }

    /// A space and what is part of it, as far as one may know of it, a page at a time (client-server API, "Spaces").
    ///
    /// - Parameter token: the answer's before it; `nil` for the first page.
    package func hierarchy(roomID: String, from token: String? = nil) async throws(MatrixClientError)
        -> (rooms: [RoomPreview], next: String?)
    {
        let request = MatrixRequest(
            .get, "v1", "rooms", roomID, "hierarchy", query: ["max_depth": "1", "limit": "50", "from": token])
        return try await value(request) { json in
            guard let rooms = json["rooms"]?.array else { return nil }
            return (rooms.compactMap(RoomPreview.init(json:)), json["next_batch"]?.token)
        }
    }

    /// Leaves, or declines an invitation.
    package func leave(roomID: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "leave", body: .emptyObject))
    }

    /// Removes a person from a room, or takes their invitation back.
    package func kick(userID: String, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["user_id": .string(userID)]
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "kick", body: body))
    }

    /// All state events of a room, members among them.
    package func state(roomID: String) async throws(MatrixClientError) -> [MatrixEvent] {
        var request = MatrixRequest(.get, "v3", "rooms", roomID, "state")
        request.bodyLimit = 128 << 20
        return try await value(request) { $0.array?.compactMap(MatrixEvent.init(json:)) }
    }

    /// The content of a state event with an empty state key.
    ///
    /// - Returns: `nil` where the room has none.
    package func stateContent(roomID: String, type: String) async throws(MatrixClientError) -> JSONValue? {
        do {
            return try await perform(MatrixRequest(.get, "v3", "rooms", roomID, "state", type, ""))
        } catch {
            guard case .matrix(let answer, _, _) = error, answer.code == .notFound else { throw error }
            return nil
        }
    }

    /// Lets the server drop a room that was left from this account's view.
    package func forget(roomID: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "forget", body: .emptyObject))
    }

    /// Events `m.room.member` of a room.
    ///
    /// - Parameters:
    ///   - token: a sync's or page's token: the members as they were then; `nil`: as they are.
    ///   - membership: only these, such as `join`.
    ///   - notMembership: all but these.
    package func members(
        roomID: String, at token: String? = nil, membership: String? = nil, notMembership: String? = nil
    ) async throws(MatrixClientError) -> [MatrixEvent] {
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "members",
            query: ["at": token, "membership": membership, "not_membership": notMembership])
        request.bodyLimit = 128 << 20
        return try await value(request) { json in
            json["chunk"]?.array?.compactMap(MatrixEvent.init(json:))
        }
    }

    /// - Returns: the people in the room by user identifier.
    package func joinedMembers(roomID: String) async throws(MatrixClientError) -> [String: UserProfile] {
        var request = MatrixRequest(.get, "v3", "rooms", roomID, "joined_members")
        request.bodyLimit = 128 << 20
        return try await value(request) { json in
            json["joined"]?.object?.mapValues { member in
                UserProfile(displayName: member["display_name"]?.string, avatarURL: member["avatar_url"]?.string)
            }
        }
    }
}
