import MatrixAPI

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
