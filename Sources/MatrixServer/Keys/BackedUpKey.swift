import MatrixAPI

/// A room key in a backup, encrypted by its owner (client-server API, "Server-side key backups", `KeyBackupData`).
struct BackedUpKey: Sendable {
    /// In bytes; one has 700.
    private static let largest = 16_384

    let roomID: String
    let sessionID: String
    let firstIndex: Int64
    let forwardedCount: Int64
    let isVerified: Bool
    let data: JSONValue

    init(_ json: JSONValue, room: String, session: String) throws(Refusal) {
        guard room.isSoundIdentifier, session.isSoundIdentifier, max(room.utf8.count, session.utf8.count) <= 255 else {
            throw Refusal.invalid("That is no name of a room or session")
        }
        guard let first = json["first_message_index"]?.integer, let forwarded = json["forwarded_count"]?.integer,
            first >= 0, forwarded >= 0, let isVerified = json["is_verified"]?.bool,
            let data = json["session_data"], data.object != nil
        else { throw Refusal.badJSON("A key must have its index, its counts and its data") }
        guard data.serialized.count <= Self.largest else { throw Refusal.tooLarge("A key is too large") }
        roomID = room
        sessionID = session
        firstIndex = first
        forwardedCount = forwarded
        self.isVerified = isVerified
        self.data = data
    }

    init(
        roomID: String, sessionID: String, firstIndex: Int64, forwardedCount: Int64, isVerified: Bool, data: JSONValue
    ) {
        self.roomID = roomID
        self.sessionID = sessionID
        self.firstIndex = firstIndex
        self.forwardedCount = forwardedCount
        self.isVerified = isVerified
        self.data = data
    }

    var json: JSONValue {
        [
            "first_message_index": .integer(firstIndex), "forwarded_count": .integer(forwardedCount),
            "is_verified": .bool(isVerified), "session_data": data,
        ]
    }

    /// Whether it is more than another of the same session: verified, then from further back, then by fewer hands.
    func isBetter(than other: BackedUpKey) -> Bool {
        if isVerified != other.isVerified { return isVerified }
        if firstIndex != other.firstIndex { return firstIndex < other.firstIndex }
        return forwardedCount < other.forwardedCount
    }
}
