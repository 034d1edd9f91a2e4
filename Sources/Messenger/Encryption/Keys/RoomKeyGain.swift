import MatrixAPI
import MatrixCrypto
import Storage

/// The gain of a key with an unproved sender, compared to the keys on this device.
enum RoomKeyGain: Hashable {
    case new
    /// The key decrypts earlier messages than the known one.
    case better
    case known
    /// The key contradicts the known one, which stays.
    case contradicting
    case malformed
}

extension DeviceKeyTables {
    /// Adds a key with an unproved sender. A known key with a proved sender stays, but may be extended to earlier
    /// messages, since the session itself signs them.
    func take(_ exported: ExportedRoomKey, origin: KeptRoomKey.Origin) throws -> RoomKeyGain {
        guard JSONValue.string(exported.roomID).identifier != nil else { return .malformed }
        let session = RoomSession(chatID: exported.roomID, sessionID: exported.key.sessionID)
        let known = try tables.roomKeys(of: session).compactMap { try? open($0) }
        var gains: Set<RoomKeyGain> = []
        for key in known { gains.insert(try extend(key, by: exported.key)) }
        // A recipient of a key could forward it as their own, so that a proved key of another device does not
        // count as this key.
        let isOfKnown = known.contains {
            $0.kept.sender.isEmpty || $0.kept.senderKey == exported.senderKey.base64
        }
        if !isOfKnown {
            gains.insert(.new)
            try set(RoomKey(exported, origin: origin))
        }
        return [.new, .better, .known].first(where: gains.contains) ?? .contradicting
    }

    private func extend(_ key: RoomKey, by other: MegolmSessionKey) throws -> RoomKeyGain {
        var key = key
        do {
            guard try key.session.extend(by: other) else { return .known }
        } catch {
            return .contradicting
        }
        try set(key)
        return .better
    }
}

extension RoomKey {
    fileprivate init(_ exported: ExportedRoomKey, origin: KeptRoomKey.Origin) {
        self.init(
            MegolmInboundSession(exported.key), chatID: exported.roomID, sender: "", senderKey: exported.senderKey,
            signingKey: exported.claimedSigningKey, origin: origin, isShareable: exported.isShareable)
    }
}
