package import MatrixAPI

/// A room key with its known origin, as in backups and exported files (client-server API, `BackedUpSessionData` and
/// `ExportedSessionData`).
package struct ExportedRoomKey: Sendable {
    package static let algorithm = "m.megolm.v1.aes-sha2"

    package let roomID: String
    package let key: MegolmSessionKey
    /// The device that claims to own the session; this is not proven.
    package let senderKey: Curve25519PublicKey
    package let claimedSigningKey: Ed25519PublicKey?
    /// The devices that forwarded the key.
    package let forwardingChain: [String]
    /// Whether it may be shared with people who are invited later (`shared_history`).
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

    /// Parses a key from an exported file.
    package init(json: JSONValue) throws(CryptoError) {
        let sessionID = try json.textMember("session_id")
        try self.init(backup: json, roomID: json.textMember("room_id"), sessionID: sessionID)
    }

    /// Parses a key from a backup, for which the server stores the room and the session separately. Throws if the
    /// session's identifier doesn't match the key.
    package init(backup json: JSONValue, roomID: String, sessionID: String) throws(CryptoError) {
        let algorithm = try json.textMember("algorithm")
        guard algorithm == Self.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        key = try MegolmSessionKey(exported: json.textMember("session_key"))
        guard key.sessionID == sessionID else { throw .sessionsDiffer }
        self.roomID = roomID
        senderKey = try Curve25519PublicKey(base64: json.textMember("sender_key"))
        // Old files lack this key or have an invalid one.
        claimedSigningKey = (json["sender_claimed_keys"]?["ed25519"]?.string).flatMap {
            try? Ed25519PublicKey(base64: $0)
        }
        forwardingChain = (json["forwarding_curve25519_key_chain"]?.array ?? []).compactMap(\.string)
        isShareable = json["shared_history"]?.bool ?? false
    }

    /// The JSON for an exported file.
    package var json: JSONValue {
        var json = backup
        json["room_id"] = .string(roomID)
        json["session_id"] = .string(key.sessionID)
        return json
    }

    /// The JSON for a backup.
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
