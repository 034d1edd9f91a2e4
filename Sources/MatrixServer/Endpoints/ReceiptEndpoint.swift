import MatrixAPI

/// `POST receipt` (client-server API, "Receipts").
enum ReceiptEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let thread = try call.optionalString("thread_id") ?? ""
        try await mark(
            call.parameter("receiptType"), call.parameter("eventID"), in: call.room, thread: thread, call.user,
            call.server)
        return .emptyObject
    }

    /// Moves the receipt or the read marker (`m.fully_read`) to an event.
    static func mark(
        _ type: String, _ eventID: String, in room: String, thread: String = "", _ user: String, _ server: Homeserver
    ) async throws {
        guard ["m.read", "m.read.private", "m.fully_read"].contains(type) else {
            throw EndpointError.invalid("There is no receipt \(type)")
        }
        let share = PendingChange.Share(user: user, weight: eventID.utf8.count + thread.utf8.count)
        try await server.commits.commit(share: share) { changes in
            try ReadMark(type, eventID, room: room, thread: thread, user: user).set(changes)
        }
    }
}

/// `POST read_markers` (client-server API, "Fully read markers").
enum ReadMarkersEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let (user, room) = (try call.user, call.room)
        var marks: [ReadMark] = []
        for type in ["m.fully_read", "m.read", "m.read.private"] {
            guard let eventID = try call.optionalString(type) else { continue }
            marks.append(ReadMark(type, eventID, room: room, thread: "", user: user))
        }
        let all = marks
        try await call.commit { changes in for mark in all { try mark.set(changes) } }
        return .emptyObject
    }
}
