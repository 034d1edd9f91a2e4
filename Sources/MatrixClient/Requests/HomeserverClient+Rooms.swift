package import MatrixAPI

/// Client-server API, "Rooms": creation and membership.
extension HomeserverClient {
    /// - Returns: the room's identifier.
    package func createRoom(_ request: CreateRoomRequest) async throws(MatrixClientError) -> String {
        try await value(MatrixRequest(.post, "v3", "createRoom", body: request.json)) { $0["room_id"]?.identifier }
    }

    package func invite(userID: String, roomID: String) async throws(MatrixClientError) {
        try await change("invite", userID: userID, roomID: roomID)
    }

    /// - Parameters:
    ///   - roomIDOrAlias: such as `!a:example.org` or `#garden:example.org`.
    ///   - servers: servers that may be in the room if the homeserver is not.
    ///   - reason: the reason, which the members can read.
    /// - Returns: the room's identifier.
    package func join(
        roomIDOrAlias: String, via servers: [String] = [], reason: String? = nil
    ) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "join", roomIDOrAlias, via: servers, body: Self.body(reason))
        return try await value(request) { $0["room_id"]?.identifier }
    }

    /// Requests to join a room.
    ///
    /// - Parameter reason: the reason, which the members can read.
    /// - Returns: the room's identifier.
    @discardableResult
    package func knock(
        roomIDOrAlias: String, via servers: [String] = [], reason: String? = nil
    ) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "knock", roomIDOrAlias, via: servers, body: Self.body(reason))
        return try await value(request) { $0["room_id"]?.identifier }
    }

    static func body(_ reason: String?) -> JSONValue { reason.map { ["reason": .string($0)] } ?? .emptyObject }

    /// Returns a preview of a room that the user may join.
    package func summary(roomIDOrAlias: String, via servers: [String] = []) async throws(MatrixClientError)
        -> RoomPreview
    {
        let request = MatrixRequest(.get, "v1", "room_summary", roomIDOrAlias, via: servers)
        return try await value(request) { RoomPreview(json: $0) }
    }

    /// Returns a page of a space and its children, as far as the user may know of them (client-server API, "Spaces").
    ///
    /// - Parameter token: the token of the previous response; `nil` for the first page.
    package func hierarchy(roomID: String, from token: String? = nil) async throws(MatrixClientError)
        -> (rooms: [RoomPreview], next: String?)
    {
        var request = MatrixRequest(
            .get, "v1", "rooms", roomID, "hierarchy", query: ["max_depth": "1", "limit": "50", "from": token])
        request.bringsEvents = true
        return try await value(request) { json in
            guard let rooms = json["rooms"]?.array else { return nil }
            return (rooms.compactMap(RoomPreview.init(json:)), json["next_batch"]?.token)
        }
    }

    /// Returns rooms in a server's public directory.
    ///
    /// - Parameters:
    ///   - term: a text in their names, topics or aliases; empty for all.
    ///   - server: the server of the directory; `nil` for the homeserver.
    ///   - since: a page's token.
    package func publicRooms(
        _ term: String, server: String? = nil, limit: Int, since: String? = nil
    ) async throws(MatrixClientError) -> PublicRoomsPage {
        var body: JSONValue = ["limit": .integer(Int64(limit))]
        if !term.isEmpty { body["filter"] = ["generic_search_term": .string(term)] }
        body["since"] = since.map(JSONValue.string)
        var request = MatrixRequest(.post, "v3", "publicRooms", query: ["server": server], body: body)
        request.bringsEvents = true
        return try await value(request) { PublicRoomsPage(json: $0) }
    }

    /// Leaves a room, or declines an invitation.
    package func leave(roomID: String, reason: String = "") async throws(MatrixClientError) {
        let body: JSONValue = reason.isEmpty ? .emptyObject : ["reason": .string(reason)]
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "leave", body: body))
    }

    /// Removes a user from a room, or revokes their invitation.
    ///
    /// - Parameter reason: the reason, which all members can read; empty for none.
    package func kick(userID: String, roomID: String, reason: String = "") async throws(MatrixClientError) {
        try await change("kick", userID: userID, roomID: roomID, reason: reason)
    }

    /// Bans a user from a room until ``unban(userID:roomID:reason:)``.
    package func ban(userID: String, roomID: String, reason: String = "") async throws(MatrixClientError) {
        try await change("ban", userID: userID, roomID: roomID, reason: reason)
    }

    /// Lifts a ban. This does not invite the user.
    package func unban(userID: String, roomID: String, reason: String = "") async throws(MatrixClientError) {
        try await change("unban", userID: userID, roomID: roomID, reason: reason)
    }

    private func change(
        _ what: String, userID: String, roomID: String, reason: String = ""
    ) async throws(MatrixClientError) {
        var body: JSONValue = ["user_id": .string(userID)]
        if !reason.isEmpty { body["reason"] = .string(reason) }
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, what, body: body))
    }

    /// Adds an alias of a room (client-server API, `PUT /directory/room/{roomAlias}`).
    package func addAlias(_ alias: String, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["room_id": .string(roomID)]
        _ = try await perform(MatrixRequest(.put, "v3", "directory", "room", alias, body: body))
    }

    package func removeAlias(_ alias: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.delete, "v3", "directory", "room", alias))
    }

    /// Whether the homeserver's public directory lists a room (client-server API, `GET
    /// /directory/list/room/{roomId}`).
    package func isListed(roomID: String) async throws(MatrixClientError) -> Bool {
        try await value(MatrixRequest(.get, "v3", "directory", "list", "room", roomID)) { json in
            json["visibility"]?.string.map { $0 == "public" }
        }
    }

    /// Adds a room to the homeserver's public directory, or removes it.
    package func setListed(_ isListed: Bool, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["visibility": isListed ? "public" : "private"]
        _ = try await perform(MatrixRequest(.put, "v3", "directory", "list", "room", roomID, body: body))
    }

    /// Returns all state events of a room, including its members.
    package func state(roomID: String) async throws(MatrixClientError) -> [MatrixEvent] {
        var request = MatrixRequest(.get, "v3", "rooms", roomID, "state")
        request.bodyLimit = 128 << 20
        request.bringsEvents = true
        return try await value(request) { $0.array?.compactMap(MatrixEvent.init(json:)) }
    }

    /// Returns the content of a state event with an empty state key.
    ///
    /// - Returns: `nil` if the room has none.
    package func stateContent(roomID: String, type: String) async throws(MatrixClientError) -> JSONValue? {
        do {
            return try await perform(MatrixRequest(.get, "v3", "rooms", roomID, "state", type, ""))
        } catch {
            guard case .matrix(let answer, _, _) = error, answer.code == .notFound else { throw error }
            return nil
        }
    }

    /// Returns the identifiers of the rooms that the account has joined (client-server API, "Room membership").
    package func joinedRooms() async throws(MatrixClientError) -> Set<String> {
        var request = MatrixRequest(.get, "v3", "joined_rooms")
        request.bodyLimit = 16 << 20
        return try await value(request) { $0["joined_rooms"]?.identifiers.map(Set.init) }
    }

    /// Returns the content of a user's `m.room.member`.
    package func memberContent(roomID: String, userID: String) async throws(MatrixClientError) -> JSONValue {
        try await perform(MatrixRequest(.get, "v3", "rooms", roomID, "state", "m.room.member", userID))
    }

    /// Removes a room that was left from this account's view.
    package func forget(roomID: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "forget", body: .emptyObject))
    }

    /// Returns the `m.room.member` events of a room.
    ///
    /// - Parameters:
    ///   - token: a sync's or page's token for the members at that time; `nil` for the current ones.
    ///   - membership: the only membership to return, such as `join`.
    ///   - notMembership: the membership to leave out.
    package func members(
        roomID: String, at token: String? = nil, membership: String? = nil, notMembership: String? = nil
    ) async throws(MatrixClientError) -> [MatrixEvent] {
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "members",
            query: ["at": token, "membership": membership, "not_membership": notMembership])
        // A malformed event fails the request: a skipped member would not get room keys.
        request.bodyLimit = 128 << 20
        return try await value(request) { json in
            json["chunk"]?.array?.compactMap(MatrixEvent.init(json:))
        }
    }

    /// - Returns: the members of the room by user identifier.
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
