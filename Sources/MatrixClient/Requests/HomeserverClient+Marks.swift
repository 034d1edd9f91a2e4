import MatrixAPI

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
