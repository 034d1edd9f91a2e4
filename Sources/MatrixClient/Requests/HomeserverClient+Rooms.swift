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
    ///   - servers: some that are in the room, where the own one may not be.
    ///   - reason: what those in it read about why.
    /// - Returns: the room's identifier.
    package func join(
        roomIDOrAlias: String, via servers: [String] = [], reason: String? = nil
    ) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "join", roomIDOrAlias, via: servers, body: Self.body(reason))
        return try await value(request) { $0["room_id"]?.identifier }
    }

    /// Asks those who are in a room to be let in.
    ///
    /// - Parameter reason: what they read about why.
    /// - Returns: the room's identifier.
    @discardableResult
    package func knock(
        roomIDOrAlias: String, via servers: [String] = [], reason: String? = nil
    ) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.post, "v3", "knock", roomIDOrAlias, via: servers, body: Self.body(reason))
        return try await value(request) { $0["room_id"]?.identifier }
    }

    static func body(_ reason: String?) -> JSONValue { reason.map { ["reason": .string($0)] } ?? .emptyObject }

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

    /// Rooms that a server lists for everybody.
    ///
    /// - Parameters:
    ///   - term: what their names, topics or aliases have in them; empty for all.
    ///   - server: whose list it is; `nil` for the own one's.
    ///   - since: a page's token.
    package func publicRooms(
        _ term: String, server: String? = nil, limit: Int, since: String? = nil
    ) async throws(MatrixClientError) -> PublicRoomsPage {
        var body: JSONValue = ["limit": .integer(Int64(limit))]
        if !term.isEmpty { body["filter"] = ["generic_search_term": .string(term)] }
        body["since"] = since.map(JSONValue.string)
        let request = MatrixRequest(.post, "v3", "publicRooms", query: ["server": server], body: body)
        return try await value(request) { PublicRoomsPage(json: $0) }
    }

    /// Leaves, or declines an invitation.
    package func leave(roomID: String, reason: String = "") async throws(MatrixClientError) {
        let body: JSONValue = reason.isEmpty ? .emptyObject : ["reason": .string(reason)]
        _ = try await perform(MatrixRequest(.post, "v3", "rooms", roomID, "leave", body: body))
    }

    /// Removes a person from a room, or takes their invitation back.
    ///
    /// - Parameter reason: what all in the room are told; empty for nothing.
    package func kick(userID: String, roomID: String, reason: String = "") async throws(MatrixClientError) {
        try await change("kick", userID: userID, roomID: roomID, reason: reason)
    }

    /// Keeps a person out of a room until ``unban(userID:roomID:reason:)``.
    package func ban(userID: String, roomID: String, reason: String = "") async throws(MatrixClientError) {
        try await change("ban", userID: userID, roomID: roomID, reason: reason)
    }

    /// Lets a person come back to a room, whom nobody invites by that.
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

    /// Lets an alias lead to a room (client-server API, `PUT /directory/room/{roomAlias}`).
    package func addAlias(_ alias: String, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["room_id": .string(roomID)]
        _ = try await perform(MatrixRequest(.put, "v3", "directory", "room", alias, body: body))
    }

    package func removeAlias(_ alias: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.delete, "v3", "directory", "room", alias))
    }

    /// Whether the own server's directory has a room (client-server API, `GET /directory/list/room/{roomId}`).
    package func isListed(roomID: String) async throws(MatrixClientError) -> Bool {
        try await value(MatrixRequest(.get, "v3", "directory", "list", "room", roomID)) { json in
            json["visibility"]?.string.map { $0 == "public" }
        }
    }

    /// Puts a room into the own server's directory, or takes it out.
    package func setListed(_ isListed: Bool, roomID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["visibility": isListed ? "public" : "private"]
        _ = try await perform(MatrixRequest(.put, "v3", "directory", "list", "room", roomID, body: body))
    }

    /// All state events of a room, members among them.
    package func state(roomID: String) async throws(MatrixClientError) -> [MatrixEvent] {
        var request = MatrixRequest(.get, "v3", "rooms", roomID, "state")
        request.bodyLimit = 128 << 20
        request.bringsEvents = true
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

    /// The rooms that the account is in (client-server API, "Room membership"), by identifier.
    package func joinedRooms() async throws(MatrixClientError) -> Set<String> {
        var request = MatrixRequest(.get, "v3", "joined_rooms")
        request.bodyLimit = 16 << 20
        return try await value(request) { $0["joined_rooms"]?.identifiers.map(Set.init) }
    }

    /// The content of a person's `m.room.member`.
    package func memberContent(roomID: String, userID: String) async throws(MatrixClientError) -> JSONValue {
        try await perform(MatrixRequest(.get, "v3", "rooms", roomID, "state", "m.room.member", userID))
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
        // Read as a whole: a room key would not reach a member whose event is broken.
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
