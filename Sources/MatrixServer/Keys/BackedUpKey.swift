import MatrixAPI

/// A room key in a backup, with its room and session (client-server API, "Server-side key backups").
struct BackedUpKey: Sendable {
    /// The maximum in bytes. A key has 700, and an account may have half a million of them.
    private static let largest = 4_096

    let roomID: String
    let sessionID: String
    let data: KeyBackupData

    init(roomID: String, sessionID: String, data: KeyBackupData) {
        self.roomID = roomID
        self.sessionID = sessionID
        self.data = data
    }

    /// - Throws: ``Refusal`` if it is malformed, or too large.
    init(_ json: JSONValue, room: String, session: String) throws(Refusal) {
        guard room.isSoundIdentifier, session.isSoundIdentifier, max(room.utf8.count, session.utf8.count) <= 255 else {
            throw Refusal.invalid("That is no name of a room or session")
        }
        guard let data = KeyBackupData(json: json) else {
            throw Refusal.badJSON("A key must have its index, its counts and its data")
        }
        guard data.sealed.serialized.count <= Self.largest else { throw Refusal.tooLarge("A key is too large") }
        self.init(roomID: room, sessionID: session, data: data)
    }

    /// Whether it is better than another key of the same session: verified, then with an earlier first index, then
    /// forwarded less often.
    func isBetter(than other: BackedUpKey) -> Bool {
        let (own, others) = (data, other.data)
        if own.isVerified != others.isVerified { return own.isVerified }
        if own.firstIndex != others.firstIndex { return own.firstIndex < others.firstIndex }
        return own.forwardedCount < others.forwardedCount
    }
}
