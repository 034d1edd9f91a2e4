package import MatrixAPI

/// A room key with what is known of where it came from, as backups and exported files have it (client-server API,
/// `BackedUpSessionData` and `ExportedSessionData`).
package struct ExportedRoomKey: Sendable {
    package static let algorithm = "m.megolm.v1.aes-sha2"

    package let roomID: String
    package let key: MegolmSessionKey
    /// The device that the session is said to be of; nothing proves it.
    package let senderKey: Curve25519PublicKey
    package let claimedSigningKey: Ed25519PublicKey?
    /// Through whose hands it went.
    package let forwardingChain: [String]
    /// Whether it may be given to who is invited (`shared_history`).
    package let isShareable: Bool

    package init(
        roomID: String, key: MegolmSessionKey, senderKey: Curve25519PublicKey, claimedSigningKey: Ed25519PublicKey?,
        forwardingChain: [String] = [], isShareable: Bool = false
    ) {
        self.roomID = roomID
        self.key = key
        self.senderKey = senderKey
        self.claimedSigningKey = claimedSigningKey
        self.forwardingChain = forwardingChain
        self.isShareable = isShareable
    }

    /// One of an exported file.
    package init(json: JSONValue) throws(CryptoError) {
        let sessionID = try json.textMember("session_id")
        try self.init(backup: json, roomID: json.textMember("room_id"), sessionID: sessionID)
    }

    /// One of a backup, where the server keeps room and session beside it. The session's name has to be that of the key.
    package init(backup json: JSONValue, roomID: String, sessionID: String) throws(CryptoError) {
        let algorithm = try json.textMember("algorithm")
        guard algorithm == Self.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        key = try MegolmSessionKey(exported: json.textMember("session_key"))
        guard key.sessionID == sessionID else { throw .sessionsDiffer }
        self.roomID = roomID
        senderKey = try Curve25519PublicKey(base64: json.textMember("sender_key"))
        // Old files have none, or one that says nothing.
        claimedSigningKey = (json["sender_claimed_keys"]?["ed25519"]?.string).flatMap {
            try? Ed25519PublicKey(base64: $0)
        }
        forwardingChain = (json["forwarding_curve25519_key_chain"]?.array ?? []).compactMap(\.string)
        isShareable = json["shared_history"]?.bool ?? false
    }

    /// As an exported file has it.
    package var json: JSONValue {
        var json = backup
        json["room_id"] = .string(roomID)
        json["session_id"] = .string(key.sessionID)
        return json
    }

    /// As a backup has it.
    package var backup: JSONValue {
        [
            "algorithm": .string(Self.algorithm), "sender_key": .string(senderKey.base64),
            "sender_claimed_keys": .object(
                claimedSigningKey.map { ["ed25519": .string($0.base64)] } ?? [:]),
            "forwarding_curve25519_key_chain": .array(forwardingChain.map { .string($0) }),
            "session_key": .string(key.exported), "shared_history": .bool(isShareable),
        ]
    }
}
