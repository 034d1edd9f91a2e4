package import MatrixAPI

/// Client-server API, "Typing notifications" and "Read and unread markers".
extension HomeserverClient {
    /// - Parameter timeoutMilliseconds: the time after which the typing notice expires unless it is repeated.
    ///   Ignored if typing ends.
    package func setTyping(
        roomID: String, userID: String, isTyping: Bool, timeoutMilliseconds: Int64
    ) async throws(MatrixClientError) {
        var body: JSONValue = ["typing": .bool(isTyping)]
        if isTyping { body["timeout"] = .integer(timeoutMilliseconds) }
        var request = MatrixRequest(.put, "v3", "rooms", roomID, "typing", userID, body: body)
        request.holds = 0
        _ = try await perform(request)
    }

    /// Sets the read receipt of the main timeline and the fully-read marker. Threads are unaffected: an unthreaded
    /// receipt, as `read_markers` sets it, would mark them as read as well ("Threaded read receipts").
    ///
    /// - Parameter eventID: an event that is in no thread.
    package func setMainRead(roomID: String, eventID: String, isPrivate: Bool) async throws(MatrixClientError) {
        try await sendReceipt(roomID: roomID, eventID: eventID, threadID: "main", isPrivate: isPrivate)
        try await setReadMarkers(roomID: roomID, fullyRead: eventID, read: nil)
    }

    /// Sets the read receipt of a thread ("Threaded read receipts").
    ///
    /// - Parameter threadID: the root event of the thread, or `main`.
    package func sendReceipt(
        roomID: String, eventID: String, threadID: String, isPrivate: Bool = false
    ) async throws(MatrixClientError) {
        let type = isPrivate ? "m.read.private" : "m.read"
        var request = MatrixRequest(
            .post, "v3", "rooms", roomID, "receipt", type, eventID, body: ["thread_id": .string(threadID)])
        request.holds = 0
        request.repeatsSafely = true
        _ = try await perform(request)
    }

    /// Sets the fully-read marker, and a receipt with it.
    package func setReadMarkers(
        roomID: String, fullyRead: String, read: String?, isPrivate: Bool = false
    ) async throws(MatrixClientError) {
        var body: JSONValue = ["m.fully_read": .string(fullyRead)]
        body[isPrivate ? "m.read.private" : "m.read"] = read.map(JSONValue.string)
        var request = MatrixRequest(.post, "v3", "rooms", roomID, "read_markers", body: body)
        request.holds = 0
        request.repeatsSafely = true
        _ = try await perform(request)
    }
}

/// Client-server API, "Room Tagging" and "Client Config" of a room.
extension HomeserverClient {
    /// - Parameter order: the position among the rooms with the tag, from 0 to 1; `nil` sorts it after
    ///   all that have one.
    package func setTag(
        _ tag: String, roomID: String, userID: String, order: Double?
    ) async throws(MatrixClientError) {
        var body = JSONValue.emptyObject
        body["order"] = order.map(JSONValue.double)
        _ = try await perform(MatrixRequest(.put, "v3", "user", userID, "rooms", roomID, "tags", tag, body: body))
    }

    package func removeTag(_ tag: String, roomID: String, userID: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.delete, "v3", "user", userID, "rooms", roomID, "tags", tag))
    }

    package func setAccountData(
        userID: String, roomID: String, type: String, content: JSONValue
    ) async throws(MatrixClientError) {
        let request = MatrixRequest(
            .put, "v3", "user", userID, "rooms", roomID, "account_data", type, body: content)
        _ = try await perform(request)
    }
}

/// Client-server API, "Push Rules: API".
extension HomeserverClient {
    /// Sets a rule that suppresses all notifications of a room.
    package func silence(roomID: String) async throws(MatrixClientError) {
        let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(roomID)]
        try await setPushRule("override", roomID, ["conditions": [condition], "actions": []])
    }

    /// Sets a rule that suppresses the notifications of a room, except those of rules with higher
    /// priority, such as mentions.
    package func silenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await setPushRule("room", roomID, ["actions": []])
    }

    package func endSilence(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("override", roomID)
    }

    package func endSilenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("room", roomID)
    }

    /// Sets a rule and enables it. A disabled rule would otherwise stay disabled.
    private func setPushRule(_ kind: String, _ rule: String, _ body: JSONValue) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, body: body))
        _ = try await perform(
            MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, "enabled", body: ["enabled": true]))
    }

    /// Removes a rule. It is no error if the rule doesn't exist.
    private func removePushRule(_ kind: String, _ rule: String) async throws(MatrixClientError) {
        do {
            _ = try await perform(MatrixRequest(.delete, "v3", "pushrules", "global", kind, rule))
        } catch .matrix(let error, _, _) where error.code == .notFound {
            return
        }
    }
}
