package import MatrixAPI

/// The plaintext of a Megolm message: an event and its room (client-server API, `m.megolm.v1.aes-sha2`).
package struct MegolmPayload: Hashable, Sendable {
    package let type: String
    package let content: JSONValue

    /// Parses a decrypted message. Throws if it was sent in another room, because a server could show it here.
    package init(plaintext: [UInt8], roomID: String) throws(CryptoError) {
        guard let json = try? JSONValue(parsing: plaintext, maximumDepth: 64) else { throw .malformedJSON }
        guard try json.textMember("room_id").utf8.elementsEqual(roomID.utf8) else { throw .otherRoom }
        type = try json.textMember("type")
        guard let content = json["content"], content.isObject else { throw .missingMember("content") }
        self.content = content
    }

    /// Returns the plaintext to encrypt for a room.
    package static func plaintext(type: String, content: JSONValue, roomID: String) -> [UInt8] {
        let json: JSONValue = ["type": .string(type), "content": content, "room_id": .string(roomID)]
        return json.serialized
    }
}

/// Detects replays by recording the event for each message of the sessions. A server could show a message twice, as
/// an event of another time (Megolm, "Message Replays"). Reading the same event again is allowed. The oldest records
/// are discarded.
package struct MegolmReplays: Sendable {
    /// The maximum number of records in ``events``. When it is reached, these records replace the ones in ``older``.
    private static let most = 10_000

    private struct MessageIndex: Hashable {
        let sessionID: String
        let index: UInt32
    }

    private var events: [MessageIndex: String] = [:]
    /// The previous generation of records.
    private var older: [MessageIndex: String] = [:]

    package init() {}

    /// Records the event of a message. Throws if the message was recorded with another event.
    package mutating func record(_ eventID: String, sessionID: String, index: UInt32) throws(CryptoError) {
        let place = MessageIndex(sessionID: sessionID, index: index)
        if let known = events[place] ?? older[place], !known.utf8.elementsEqual(eventID.utf8) {
            throw .replayed(eventID: known)
        }
        if events.count >= Self.most { (older, events) = (events, [:]) }
        events[place] = eventID
    }
}
